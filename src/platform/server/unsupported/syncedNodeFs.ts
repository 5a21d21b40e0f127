/** PGlite's file system over a directory, with an fsync that reaches the disk and is counted (see README.md). */

import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { fdatasyncSync, fsyncSync, fstatSync } from 'node:fs';

type ModuleOptions = Parameters<NodeFS['init']>[1];
type Module = Parameters<NonNullable<ModuleOptions['preRun']>[number]>[0];

/** The members of emscripten's file layer that the hook uses. */
interface NodeFileLayer {
  tryFSOperation(operation: () => void): void;
  stream_ops: { fsync?: (stream: { nfd?: number }) => number };
}

export class SyncedNodeFS extends NodeFS {
  readonly #onSync: () => void;

  constructor(directory: string, onSync: () => void) {
    super(directory);
    this.#onSync = onSync;
  }

  override async init(pg: PGlite, options: ModuleOptions): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options);
    const preRun = [...(emscriptenOpts.preRun ?? []), (module: Module) => this.#hook(module)];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }

  #hook(module: Module): void {
    const layer = (module as unknown as { NODEFS: NodeFileLayer }).NODEFS;
    layer.stream_ops.fsync = ({ nfd }) => {
      if (nfd === undefined) return 0;
      layer.tryFSOperation(() => {
        // A directory's entries are all metadata; a file needs its data and its size.
        if (fstatSync(nfd).isDirectory()) fsyncSync(nfd);
        else fdatasyncSync(nfd);
      });
      this.#onSync();
      return 0;
    };
  }
}
