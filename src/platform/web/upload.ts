/** Uploads a file with its form and reports the progress, which `fetch` cannot. */

import type { Contract, Endpoint, UploadFieldsOf, UploadForm } from '#platform/contract/endpoint.ts';
import { addressOf, settle, type AnswerTo } from './api.ts';
import { ApiError, UNREACHABLE } from './apiError.ts';
import { storedSession } from './session.ts';

/** Bytes sent and in total, including the form around the file. */
export interface Progress {
  sent: number;
  total: number;
}

interface Upload<Fields> {
  params?: Record<string, string | number>;
  /** The name of the file's form field. */
  field?: string;
  file: File;
  fields: Fields;
  onProgress?: (progress: Progress) => void;
  /** Sending the same key and form again has no effect. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

type UploadName<C extends Contract> = {
  [N in keyof C & string]: C[N] extends { upload: UploadForm } ? N : never;
}[keyof C & string];
type EndpointAt<C extends Contract, N extends keyof C> = Extract<C[N], Endpoint>;

export type Uploader<C extends Contract> = <N extends UploadName<C>>(
  name: N,
  options: Upload<UploadFieldsOf<EndpointAt<C, N>>>,
) => Promise<AnswerTo<EndpointAt<C, N>>>;

/** Makes the upload client of a feature: `const upload = uploader<typeof documentsContract>()`. @throws ApiError */
export const uploader = <C extends Contract>(): Uploader<C> => upload as unknown as Uploader<C>;

async function upload(name: string, options: Upload<object>): Promise<unknown> {
  const token = storedSession()?.token;
  return settle(await send(name, options, token), token);
}

function send(name: string, options: Upload<object>, token: string | undefined): Promise<Response> {
  const { params = {}, onProgress, idempotencyKey, signal } = options;
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    const unreachable = () => reject(new ApiError(0, { code: 'network', message: UNREACHABLE }));
    request.onload = () => resolve(responseOf(request));
    request.onerror = unreachable;
    request.ontimeout = unreachable;
    request.onabort = () => reject(new DOMException('The upload was canceled', 'AbortError'));
    request.upload.onprogress = ({ loaded, total }) => onProgress?.({ sent: loaded, total });
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.open(name.split(' ')[0] ?? 'POST', addressOf(name, { params }));
    request.setRequestHeader('accept', 'application/json');
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    if (idempotencyKey) request.setRequestHeader('idempotency-key', idempotencyKey);
    request.send(formOf(options));
    if (signal?.aborted) request.abort();
  });
}

/** Appends the file last, so that the server can reject invalid fields before it arrives. */
function formOf({ file, field = 'file', fields }: Upload<object>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null) form.set(name, String(value));
  }
  form.set(field, file, file.name);
  return form;
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const name of ['content-type', 'retry-after']) {
    const value = request.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  const empty = request.status === 204;
  return new Response(empty ? null : request.responseText, { status: request.status, headers });
}
