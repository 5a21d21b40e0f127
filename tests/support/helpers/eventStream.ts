import { expect } from 'vitest';

export interface OpenedEventStream {
  /** Everything received so far. */
  text: string;
  hasEnded: boolean;
  /** Resolves with the text when the server has ended the stream. */
  ended: Promise<string>;
  close(): Promise<void>;
}

/** Opens the event stream of a session, as a page does, and waits until it is ready. @param since as in the contract */
export async function openEventStream(
  url: string,
  token: string,
  { since }: { since?: number } = {},
): Promise<OpenedEventStream> {
  const { status, body } = await fetch(`${url}/api/events${since === undefined ? '' : `?since=${since}`}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(status).toBe(200);
  const reader = (body as ReadableStream<Uint8Array<ArrayBuffer>>)
    .pipeThrough(new TextDecoderStream())
    .getReader();
  const ready = Promise.withResolvers<void>();
  const read = async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      stream.text += part.value;
      if (stream.text.includes('event: ready')) ready.resolve();
    }
    stream.hasEnded = true;
    ready.resolve();
    return stream.text;
  };
  const stream: OpenedEventStream = {
    text: '',
    hasEnded: false,
    ended: Promise.resolve(''),
    close: () => reader.cancel(),
  };
  stream.ended = read();
  await ready.promise;
  return stream;
}
