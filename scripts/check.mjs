/** `npm run check`: all checks of the sources that do not run the product. */
import { bootstrap } from './bootstrap.mjs';
import { programStep, scored } from './run.mjs';

const steps = {
  format: ['oxfmt', '--check'],
  lint: ['oxlint'],
  vocabulary: ['node', 'scripts/check-vocabulary.ts'],
  structure: ['node', 'scripts/check-structure.ts'],
  boundaries: ['node', 'scripts/check-boundaries.ts'],
  coverage: ['node', 'scripts/check-coverage.ts'],
  types: ['tsc', '-b'],
  unused: ['knip', '--no-progress'],
};

/** Runs the named checks, or all. Returns how many passed and failed. */
export async function check(only = Object.keys(steps)) {
  const total = { passed: 0, failed: 0 };
  for (const [name, command] of Object.entries(steps)) {
    if (!only.includes(name)) continue;
    const { passed, failed } = await scored(name, programStep(command));
    total.passed += passed;
    total.failed += failed;
  }
  return total;
}

/** The names of all checks, in their order. */
export const checkNames = Object.keys(steps);

if (import.meta.filename === process.argv[1] || process.argv[1]?.endsWith('scripts/check.mjs')) {
  await bootstrap();
  const { failed } = await check();
  process.exitCode = failed === 0 ? 0 : 1;
}
