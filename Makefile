# The commands of daily work. "make" alone lists them.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

# How long each fuzz target and each benchmark runs.
FUZZTIME ?= 10s
BENCHTIME ?= 1s

.PHONY: help
help: ## list these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' Makefile

.PHONY: test
test: ## install what the tests need, run every test, print the count
	@scripts/test

.PHONY: quick
quick: ## the tests that take under a minute together
	@scripts/test -short

.PHONY: race
race: ## every Go test under the race detector
	@scripts/test -race

.PHONY: cover
cover: ## every Go test with coverage, written to coverage.out
	@scripts/test -coverpkg=./... -coverprofile=coverage.out
	@go tool cover -func=coverage.out | tail -1

.PHONY: lint
lint: bin/golangci-lint ## vet, linters, formatting, tidiness of go.mod, shell scripts
	@scripts/lint

.PHONY: format
format: bin/golangci-lint ## bring every Go file into the form that lint asks for
	@bin/golangci-lint fmt

.PHONY: conformance
conformance: ## let the tools of others judge the API and its description
	@scripts/conformance

.PHONY: patroni
patroni: ## let Patroni change the leader under load, and look for lost writes
	@scripts/patroni-test

.PHONY: golden
golden: ## rewrite every committed file that a test compares with
	@scripts/install-needs postgresql
	@UPDATE_GOLDEN=1 scripts/postgres-run go test -count=1 -run Golden ./...

.PHONY: bench
bench: ## measure the server beside others, into docs/performance.md
	@scripts/install-needs wrk postgresql
	@go -C bench run . -write

.PHONY: micro
micro: ## run every Go benchmark
	@go test -run '^$$' -bench . -benchmem -benchtime $(BENCHTIME) ./...

.PHONY: fuzz
fuzz: ## run every fuzz target for FUZZTIME
	@scripts/fuzz $(FUZZTIME)

.PHONY: mutate
mutate: ## put 40 faults into the rules engine and tell which its tests miss
	@scripts/mutate -sample 40 -seed "$$RANDOM" internal/cards

.PHONY: build
build: ## the static program, bin/punchclock
	CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o bin/punchclock ./cmd/punchclock

.PHONY: long
long: ## list the functions and files that are worth a second look
	@scripts/long

# Pinned by tools/go.mod, a module of its own, so that the linter's dependencies are not the program's.
# Building it takes minutes, so it is built only when it is missing or its pin has changed.
bin/golangci-lint: tools/go.mod tools/go.sum
	@echo "building golangci-lint, which takes some minutes the first time"
	@GOBIN="$(CURDIR)/bin" go -C tools install github.com/golangci/golangci-lint/v2/cmd/golangci-lint
	@touch $@
