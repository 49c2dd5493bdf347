# The front door. `make` alone lists what it can do.
# It needs a JDK 21 or newer and make; Maven comes by its wrapper when there is none of 3.8 or newer.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

# ---- what a user may set -------------------------------------------------------------------------------------------
PORT ?= 8001
SITE_PORT ?= 8080
MANIFESTS ?=
ONCE ?=
TIMEOUT ?= 60
AUDIT ?=
WRITE ?=
TRACES ?=
SUBJECT ?= delta-fifo
SEEDS ?= 1..1000
N ?= 100000
SEED ?= 1
CLIENT_GO ?=
ROUNDS ?= 3
PODS ?=
MVNFLAGS ?=

# KUBECONFIG counts when it stands on make's command line or when AUDIT or WRITE asks for it: an exported one alone must not
# turn a try-out into a visit to a real cluster.
ifneq ($(origin KUBECONFIG),command line)
ifeq ($(AUDIT)$(WRITE),)
unexport KUBECONFIG
override KUBECONFIG :=
endif
endif

# ---- tools -----------------------------------------------------------------------------------------------------------
JDK = $(or $(JDK_FOUND),$(eval JDK_FOUND := $(shell code/.mvn/find-jdk))$(JDK_FOUND))
JAVA = "$(JDK)/bin/java" $(JAVAFLAGS)
MAVEN = JAVA_HOME="$(JDK)" MAVEN_OPTS="-Djansi.noreset=true $(quiet) $(MAVEN_OPTS)" $(shell code/.mvn/find-maven) -f code/pom.xml -B -ntp $(MVNFLAGS)
# what newer JDKs would otherwise warn about, each only where it is known
quiet = $(or $(QUIET_FOUND),$(eval QUIET_FOUND := $(find-quiet))$(QUIET_FOUND))
find-quiet = $(shell for flag in --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow; do \
	"$(JDK)/bin/java" $$flag -version >/dev/null 2>&1 && echo $$flag; done)

# $(call run-main,MODULE,CLASS): runs CLASS with MODULE's class path
run-main = $(JAVA) -cp "code/$(1)/target/classes:$$(cat code/$(1)/target/classpath)" $(2)

SOURCES := $(shell find code -name target -prune -o \( -path '*/src/main/*' -o -name pom.xml \) -type f -print 2>/dev/null)
COMPILED := build/compiled
BOOK := build/site/.checked
SNIPPETS = $(notdir $(basename $(shell grep -l 'static void main' code/lab/src/main/java/insideinformer/lab/snippets/*.java)))

.PHONY: help jdk first-informer run test unit-test site site-check snippet exercise conformance differential soak fuzz record doctor clean screenshot

help: ## this list
	@echo 'Inside the Informer'
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
	@echo
	@echo '  PORT=8001 SITE_PORT=8080   where make run listens'
	@echo '  MANIFESTS=dir-or-file      what make run loads in place of the web shop (none: nothing)'
	@echo '  ONCE=1 TIMEOUT=60          make run stops at the first settled state, or after so many seconds'
	@echo '  KUBECONFIG=file AUDIT=1    make run compares another server'\''s quotas with our count, and only reads'
	@echo '  KUBECONFIG=file WRITE=1    make run counts another server'\''s quotas for good, and writes their statuses'

jdk:
	@code/.mvn/find-jdk >/dev/null

# The class paths that Maven writes are absolute, so a tree that was moved or copied has to be compiled anew: build/compiled
# holds the place for which it was made, and is removed anywhere else.
ifneq ($(shell cat $(COMPILED) 2>/dev/null),$(CURDIR))
$(shell rm -f $(COMPILED))
endif

$(COMPILED): $(SOURCES) | jdk
	@mkdir -p build
	@echo 'Compiling (the first time also fetches libraries) ...'
	@rm -f $@ code/*/target/classpath
	@$(MAVEN) -q compile
	@echo '$(CURDIR)' > $@

# the site that make run serves; make site is the one that always builds and checks
build/site/index.html: $(COMPILED) $(wildcard chapters/*.adoc diagrams/*.puml)
	@$(MAKE) site

# a stamp inside the site: the book was built from all these files and found right
$(BOOK): $(COMPILED) $(shell find chapters diagrams exercises code \( -name target -o -name node_modules -o -path exercises/work \) \
		-prune -o -type f ! -name '.progress*' -print 2>/dev/null)
	@$(MAKE) site

run: $(COMPILED) $(if $(ONCE)$(AUDIT)$(WRITE)$(KUBECONFIG),,build/site/index.html) ## start everything in one process and follow one pod from its manifest to its quota's status
	@$(if $(ONCE),,exec) $(call run-main,program,insideinformer.program.Main) \
		--port "$(PORT)" --site-port "$(SITE_PORT)" --site build/site --timeout "$(TIMEOUT)" \
		$(if $(MANIFESTS),--manifests "$(MANIFESTS)") $(if $(ONCE),--once) \
		$(if $(KUBECONFIG),--kubeconfig "$(KUBECONFIG)") $(if $(AUDIT),--audit) $(if $(WRITE),--write)

test: unit-test site ## the whole proof: every module's tests, the exercises, the book and its checks

unit-test: jdk
	@mkdir -p build && echo '$(CURDIR)' > build/test-began
	@$(MAVEN) test
	@mv build/test-began $(COMPILED) # Maven compiled everything that was there when it began

site: $(COMPILED) ## write the book to build/site/ and check it (UPDATE=1: take over what its programs print now)
	@rm -f $(BOOK) && touch build/book-began
	@$(call run-main,lab,insideinformer.lab.Journeys build/journeys)
	@$(JAVA) $(quiet) -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp "code/book/target/classes:$$(cat code/book/target/classpath)" \
		insideinformer.book.Main --root . $(if $(UPDATE),--update)
	@mv build/book-began $(BOOK)

site-check: $(BOOK) ## look at every page in a real browser (needs Chromium and Node)
	@code/book/site-check/run build/site

snippet: $(COMPILED) ## run a small program of the book again (NAME=PlainQueueLosesADelete; without: which there are)
	@$(if $(filter $(NAME),$(SNIPPETS)),$(call run-main,lab,insideinformer.lab.snippets.$(NAME)) $(ARGS), \
		{ echo 'Say which one, make snippet NAME=...; there are:'; printf '  %s\n' $(SNIPPETS); exit 2; } >&2)

first-informer: $(COMPILED) ## the README's first informer, beside make run in another terminal (PORT=8001)
	@exec $(call run-main,lab,insideinformer.lab.FirstInformer http://127.0.0.1:$(PORT))

exercise: jdk ## the course: the next exercise, or ARGS="hint", "check", "watch", "progress" ...
	@exercises/course $(ARGS) || { code=$$?; \
		[ $$code -ne 1 ] || echo 'It is not solved yet; that is all that the error of make says, and nothing is broken.'; exit $$code; }

conformance: $(COMPILED) ## replay recordings of the real client-go (TRACES=dir: those below another folder)
	@$(call run-main,conformance,insideinformer.conformance.command.Main) replay $(if $(TRACES),--traces "$(TRACES)")

differential: $(COMPILED) ## random traces on client-go and on the port, compared (SUBJECT=delta-fifo SEEDS=1..1000; needs Go)
	@$(call run-main,differential,insideinformer.differential.Main) compare --subject "$(SUBJECT)" --seeds "$(SEEDS)"

soak: $(COMPILED) ## informers against a server and a network that misbehave at random (SEEDS=4711 or SEEDS=1..10000)
	@$(call run-main,soak,insideinformer.soak.Main) "$(SEEDS)"

fuzz: $(COMPILED) ## random requests to the API server, right and wrong ones (N=1000000 SEED=1)
	@$(call run-main,soak,-Xmx1g insideinformer.soak.FuzzMain) "$(N)" "$(SEED)"

record: ## ask client-go again for every recorded answer (CLIENT_GO=v0.38.0: another version; needs Go)
	@code/conformance/recorder/record $(CLIENT_GO)

bench: jdk ## what an informer costs, beside fabric8's, the official client's and client-go's (QUICK=1: a short run; informers only: PODS=1000000 ROUNDS=1 SUBJECTS=ours,client-go)
	@$(MAVEN) -q -Pbench -pl benchmarks -am compile
	@mkdir -p build
	@if command -v go >/dev/null; then cd code/benchmarks/go && go build -trimpath -o ../../../build/bench-client-go .; \
		else echo 'There is no Go here: client-go is left out.'; fi
	@$(call run-main,benchmarks,$(if $(SUBJECTS),-Dsubjects="$(SUBJECTS)") insideinformer.benchmarks.Comparison) build/bench-client-go \
		$(if $(QUICK),10000 1 5000,50000 $(ROUNDS) $(or $(PODS),20000 100000))
ifeq ($(PODS),)
	@$(call run-main,benchmarks,insideinformer.benchmarks.QuotaPass) $(if $(QUICK),100 300,1000 3000 10000)
	@$(call run-main,benchmarks,-Dorg.slf4j.simpleLogger.defaultLogLevel=warn insideinformer.benchmarks.Admissions) $(if $(QUICK),500,5000)
	@$(call run-main,benchmarks,org.openjdk.jmh.Main) -foe true -f 1 \
		$(if $(QUICK),-wi 1 -i 1 -w 1 -r 1 -p objects=1000,-wi 5 -i 5 -w 1 -r 1)
endif

screenshot: $(COMPILED) $(BOOK) ## make the README's picture again (needs Chromium)
	@code/program/screenshot/run

doctor: ## what this machine has and what it lacks
	@code/.mvn/doctor "$(PORT)" "$(SITE_PORT)"

clean: ## remove everything that was made (progress in the exercises stays)
	@rm -rf build code/target code/*/target
