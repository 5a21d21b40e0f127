/**
 * Real PostgreSQL servers for tests, from the binaries in node_modules. Each has a folder of its own under
 * the temporary directory and listens on loopback only. PostgreSQL refuses to run as root, so under root
 * it runs as an unprivileged user, with a copy of the binaries where that user cannot reach node_modules.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
