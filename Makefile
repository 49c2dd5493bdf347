# The front door. `make` alone lists what it can do.
# Needs: a JDK 21 or newer, and make. Maven comes by its wrapper when there is none.

SHELL := /bin/bash
.DEFAULT_GOAL := help

JAVA_HOME_FOUND := $(shell .mvn/find-jdk 2>/dev/null)
export JAVA_HOME := $(JAVA_HOME_FOUND)
