package main

import (
	"flag"
	"os"
	"testing"
	"testing/synctest"
)

// aTest is what inBubble needs; asTest sets it.
var aTest *testing.T

// asTest runs body and ends the process. It pretends that this is a test, because only tests have bubbles.
func asTest(body func()) {
	testing.Init()
	_ = flag.CommandLine.Parse(nil) // our arguments are none of a test's
	all := func(pattern, name string) (bool, error) { return true, nil }
	testing.Main(all, []testing.InternalTest{{Name: "recorder", F: func(t *testing.T) {
		aTest = t
		body()
		os.Exit(0) // before the test's own last words, which are no answer of ours
	}}}, nil, nil)
}

// inBubble runs body where time stands still as long as anything can run, and jumps to the next timer when nothing can.
// All goroutines that body starts must end behind it.
func inBubble(body func()) {
	synctest.Test(aTest, func(*testing.T) { body() })
}
