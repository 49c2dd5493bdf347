// Measures client-go's informer as insideinformer.benchmarks.Run measures those in Java, and prints the same line.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"runtime"
	"runtime/metrics"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

const patience = 300 * time.Second

// countdown closes its channel when as many have come as were expected.
type countdown struct {
	left atomic.Int64
	done chan struct{}
}

func expect(n int64) *countdown {
	c := &countdown{done: make(chan struct{})}
	c.left.Store(n)
	return c
}

func (c *countdown) hit() {
	if c.left.Add(-1) == 0 {
		close(c.done)
	}
}

func (c *countdown) await(what string) {
	select {
	case <-c.done:
	case <-time.After(patience):
		fail(fmt.Errorf("%d %s have not come within %s", c.left.Load(), what, patience))
	}
}

func main() {
	if len(os.Args) != 4 {
		fail(fmt.Errorf("usage: %s SERVER PODS UPDATES", os.Args[0]))
	}
	server := os.Args[1]
	pods, updates := number(os.Args[2]), number(os.Args[3])
	adds, changes := expect(pods), expect(updates)
	peak := watchHeap()

	start, startCPU := time.Now(), cpu()
	client, err := kubernetes.NewForConfig(&rest.Config{
		Host: server,
		ContentConfig: rest.ContentConfig{
			ContentType: "application/json", AcceptContentTypes: "application/json",
		},
	})
	if err != nil {
		fail(err)
	}
	informer := informers.NewSharedInformerFactory(client, 0).Core().V1().Pods().Informer()
	if _, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(any) { adds.hit() },
		UpdateFunc: func(old, new any) { _ = new.(*v1.Pod); changes.hit() },
	}); err != nil {
		fail(err)
	}
	go informer.RunWithContext(context.Background())
	adds.await("adds")
	sync, syncCPU := time.Since(start).Seconds(), cpu()-startCPU
	syncedAt := time.Now().UnixMilli()
	peakBytes := peak()
	heapBytes := reachable()
	if stored := len(informer.GetStore().ListKeys()); int64(stored) != pods {
		fail(fmt.Errorf("the store holds %d of %d pods", stored, pods))
	}

	start, startCPU = time.Now(), cpu()
	answer, err := http.Post(fmt.Sprintf("%s/updates?count=%d", server, updates), "", nil)
	if err != nil {
		fail(err)
	}
	answer.Body.Close()
	changes.await("updates")
	line, err := json.Marshal(map[string]float64{
		"syncSeconds": sync, "syncCpuSeconds": syncCPU,
		"heapMegabytes": heapBytes / 1e6, "peakMegabytes": peakBytes / 1e6,
		"updateSeconds": time.Since(start).Seconds(), "updateCpuSeconds": cpu() - startCPU,
		"syncedAtMillis": float64(syncedAt),
	})
	if err != nil {
		fail(err)
	}
	fmt.Println(string(line))
	runtime.KeepAlive(informer)
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func number(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		fail(err)
	}
	return n
}

// cpu tells the seconds that all threads of this process have spent, as user and in the system.
func cpu() float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		fail(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano()).Seconds()
}

func heap() float64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return float64(sample[0].Value.Uint64())
}

// watchHeap looks at the heap, garbage included, all the time; what it returns tells the most that it has seen.
func watchHeap() func() float64 {
	var most atomic.Uint64
	note := func() {
		if now := uint64(heap()); now > most.Load() {
			most.Store(now)
		}
	}
	go func() {
		for range time.Tick(5 * time.Millisecond) {
			note()
		}
	}()
	return func() float64 {
		note()
		return float64(most.Load())
	}
}

func reachable() float64 {
	for range 3 {
		runtime.GC()
	}
	return heap()
}
