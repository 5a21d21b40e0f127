/** The most memory that a server and the process of its export need. */

import type { ProductProcess } from '#tests/support/helpers/process.ts';
import { listChildren } from '#tests/support/helpers/signals.ts';
import { memoryOf, memoryOfChildren, proportionalMemoryOf } from './load.ts';

/** Resident memory in MB: of each process, and of both at the same moment, where pages that they share count once. */
export class ExportMemory {
  readonly #pid: number;
  server = 0;
  export = 0;
  together = 0;

  constructor({ child }: ProductProcess) {
    this.#pid = child.pid ?? 0;
  }

  /** Measures now. */
  read(): this {
    const processes = [this.#pid, ...listChildren(this.#pid)];
    const together = processes.reduce((sum, pid) => sum + proportionalMemoryOf(pid), 0);
    this.server = Math.max(this.server, memoryOf(this.#pid) / 1024);
    this.export = Math.max(this.export, memoryOfChildren(this.#pid) / 1024);
    this.together = Math.max(this.together, together / 1024);
    return this;
  }

  format(): string {
    return `at most ${this.server.toFixed(0)} MB in the server, ${this.export.toFixed(0)} MB in the process of the export, and ${this.together.toFixed(0)} MB in both at the same moment, with shared pages counted once`;
  }
}
