/**
 * Endpoints as data. One table of endpoints per feature makes the routes, the typed client,
 * the OpenAPI document, the isolation tests and the fuzzer, so none of them can fall behind.
 */
import type { z } from 'zod';

/** Who may call: anyone, signed-in users, or managers and admins. */
export type Access = 'public' | 'member' | 'manager';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** An endpoint's name is its method and path, e.g. `GET /api/clients/:id`. */
export type EndpointName = `${Method} /${string}`;

/** A form with one file in it (`multipart/form-data`). */
export interface UploadForm {
  /** Name of the part that holds the file. */
  field: string;
  /** Largest file, in bytes. */
  maxBytes: number;
  /** The message for a larger file (413). */
  tooLarge: string;
  /** The other parts of the form. */
  fields: z.ZodObject;
}

export interface Endpoint {
  access: Access;
  /** One line for the API documentation. */
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** What leaves the server; undeclared fields never do. `null` is an empty answer (204). */
  response: z.ZodType | null;
  /** Success status when it is not the usual one (200, or 204 for an empty answer). */
  status?: 200 | 201 | 202;
  /** A list that grows without bound: takes `limit` and `cursor`, answers total and next page in headers. */
  paged?: true;
  /** A write that stays possible for a business without a running subscription. */
  unpaid?: true;
  /** The answer is not JSON (a file, an event stream); the handler sends it itself. */
  raw?: true;
  /** Reads so much that only few of one business run at the same time. */
  heavy?: true;
  /** A GET that writes to the audit log: a proxy must not send it again (`deploy/haproxy.cfg`). */
  recorded?: true;
  /** The answer shows a secret once: it is not stored for an idempotency key. */
  showsSecret?: true;
  /** Takes a file. A `body` declared beside it may be sent as JSON instead. */
  upload?: UploadForm;
  /** Called by another system: the header that carries its signature over the body, byte for byte. */
  signature?: string;
}

export type Contract = Record<EndpointName, Endpoint>;

/** Declares the endpoints of a feature; the literal types survive for handlers and client. */
export const contract = <const C extends Contract>(endpoints: C): C => endpoints;

/** The fields of an upload's form as the browser sends them. */
export type UploadFieldsOf<E extends Endpoint> = E['upload'] extends UploadForm
  ? Accepted<E['upload']['fields']>
  : never;

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Accepted<S> = S extends z.ZodType ? z.input<S> : undefined;

/** What a handler receives: the parsed parts of the request. */
export interface RequestOf<E extends Endpoint> {
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: Parsed<E['body']>;
}

/** What a handler answers: the response, or one page of it for paged lists. */
export type AnswerOf<E extends Endpoint> = E['response'] extends z.ZodType
  ? E extends { paged: true }
    ? z.output<E['response']> extends readonly (infer Row)[]
      ? Page<Row>
      : never
    : z.output<E['response']>
  : undefined;

/** One page of a list: `total` rows in all; `next` is the cursor of the following page, if there is one. */
export interface Page<Row> {
  rows: Row[];
  total: number;
  next: string | null;
}

/** The same value after its way over the wire: dates have become ISO 8601 strings. */
export type Wire<T> = T extends Date
  ? string
  : T extends readonly (infer Row)[]
    ? Wire<Row>[]
    : T extends object
      ? { [K in keyof T]: Wire<T[K]> }
      : T;

/** What the browser sends; parts that the endpoint does not declare are left out. */
export type CallOf<E extends Endpoint> = {
  [Part in keyof Pick<E, Extract<keyof E, 'params' | 'query' | 'body'>> as Part]: Part extends 'query'
    ? Partial<Accepted<E[Part]>>
    : Accepted<E[Part]>;
};

/** What the browser gets back. */
export type ResultOf<E extends Endpoint> = E['response'] extends z.ZodType
  ? Wire<z.output<E['response']>>
  : undefined;
