/** What is written to the standard output while something is done. */
export async function outputOf(work: () => Promise<void>): Promise<string> {
  const lines: string[] = [];
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = (chunk: string | Uint8Array) => {
    lines.push(String(chunk));
    return true;
  };
  try {
    await work();
  } finally {
    process.stdout.write = write;
  }
  return lines.join('');
}
