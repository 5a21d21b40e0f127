/** Calls the product over HTTP by the names of endpoints, with ids in place of parameters. */

export interface CallOptions {
  token?: string | null | undefined;
  body?: object | undefined;
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal | undefined;
}

/** Returns any response. @throws when the connection closes or the signal aborts */
export function fetchEndpoint(
  url: string,
  endpoint: string,
  { token, body, headers, signal }: CallOptions = {},
): Promise<Response> {
  const [method = '', path = ''] = endpoint.split(' ');
  const isJson = body && !(body instanceof FormData);
  return fetch(`${url}${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(isJson && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: isJson ? JSON.stringify(body) : body }),
    ...(signal && { signal }),
  });
}

/** Returns the body of a success. @throws on any other status, with the body */
export async function callEndpoint<Answer>(
  url: string,
  endpoint: string,
  call: CallOptions = {},
): Promise<Answer> {
  const answer = await fetchEndpoint(url, endpoint, call);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${endpoint}: ${answer.status} ${text}`);
  return (text ? JSON.parse(text) : undefined) as Answer;
}
