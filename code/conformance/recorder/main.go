// The recorder asks the real client-go: it does the operations of a trace and writes down what they answered.
//
//	recorder                  reads traces from standard input, one a line, and writes each with its answers
//	recorder FILE|FOLDER …    does the same to every *.jsonl and *.jsonl.gz named or below, in place
//
// Only a trace's name, seed, config, operations and arguments are read; answers that stand in it already are replaced.
package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-logr/logr"
	"k8s.io/klog/v2"
)

func main() {
	asTest(run)
}

func run() {
	klog.SetLogger(logr.Discard()) // what client-go logs is no part of its answers
	if len(os.Args) == 1 {
		if err := stream(os.Stdin, os.Stdout, func(string) {}); err != nil {
			fail("standard input", err)
		}
		return
	}
	for _, root := range os.Args[1:] {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !(strings.HasSuffix(path, ".jsonl") || strings.HasSuffix(path, ".jsonl.gz")) {
				return err
			}
			if err := rewrite(path); err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
			return nil
		})
		if err != nil {
			fail(root, err)
		}
	}
}

func fail(where string, err error) {
	fmt.Fprintf(os.Stderr, "recorder: %s: %v\n", where, err)
	os.Exit(1)
}

// rewrite records one file again and says how many of its traces changed.
func rewrite(path string) error {
	old, err := read(path)
	if err != nil {
		return err
	}
	var answered bytes.Buffer
	skipped := map[string]int{}
	if err := stream(bytes.NewReader(old), &answered, func(subject string) { skipped[subject]++ }); err != nil {
		return err
	}
	before, after := strings.Split(string(old), "\n"), strings.Split(answered.String(), "\n")
	changed := 0
	for i := range after {
		if i >= len(before) || before[i] != after[i] {
			changed++
		}
	}
	for subject, n := range skipped {
		fmt.Printf("%s: %d traces of subject %q left as they are: there is no driver for it\n", path, n, subject)
	}
	fmt.Printf("%s: %d traces, %d changed\n", path, bytes.Count(answered.Bytes(), []byte("\n")), changed)
	if changed == 0 {
		return nil
	}
	return write(path, answered.Bytes())
}

func read(path string) ([]byte, error) {
	content, err := os.ReadFile(path)
	if err != nil || !strings.HasSuffix(path, ".gz") {
		return content, err
	}
	unzip, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(unzip)
}

// write compresses without a time or a name, so that equal traces are equal files.
func write(path string, content []byte) error {
	if strings.HasSuffix(path, ".gz") {
		var zipped bytes.Buffer
		zip, err := gzip.NewWriterLevel(&zipped, gzip.BestCompression)
		if err != nil {
			return err
		}
		if _, err := zip.Write(content); err != nil {
			return err
		}
		if err := zip.Close(); err != nil {
			return err
		}
		content = zipped.Bytes()
	}
	return os.WriteFile(path, content, 0o644)
}

// stream answers line by line; what a reader of the output needs for one line is there before the next is read.
func stream(in io.Reader, out io.Writer, skipped func(subject string)) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 64<<20)
	for number := 1; lines.Scan(); number++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		answer, err := record(lines.Bytes(), skipped)
		if err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
		if _, err := out.Write(append(answer, '\n')); err != nil {
			return err
		}
	}
	return lines.Err()
}
