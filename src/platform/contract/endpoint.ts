/** Endpoints as data, from which routes, typed client, OpenAPI document, isolation tests and fuzzer are derived. */

import type { z } from 'zod';

/** Who may call: everyone, signed-in users, managers and admins, or only admins. */
export type Access = 'public' | 'member' | 'manager' | 'admin';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** An endpoint's name is its method and path, e.g. `GET /api/clients/:id`. */
export type EndpointName = `${Method} /${string}`;

/** A form with one file in it (`multipart/form-data`). */
export interface UploadForm {
  /** Name of the form field with the file. */
  field: string;
  /** Largest file, in bytes. */
  maxBytes: number;
  /** The message for a larger file (413). */
  tooLarge: string;
  /** The message for the file name of a program or web page (415); optional. */
  wrongType?: string;
  /** The other fields of the form. */
  fields: z.ZodObject;
}

/** Lists of an answer that may be sent in parts; the query of the endpoint has `cursor`. */
export interface AnswerParts {
  /** The names of the fields; none for an answer that is a list itself. */
  fields: readonly string[];
  /** Of the read that sends the next part after a write, with the `id` of the answer. */
  address?: `/${string}`;
}

/** Ids of existing rows, by kind (`client`, `note`). */
export type ExampleIds = Readonly<Record<string, number>>;

export interface Endpoint {
  access: Access;
  /** One line for the API documentation. */
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** A valid body, for the API documentation and for tests of all endpoints. */
  example?: (ids: ExampleIds) => object;
  /** The response; undeclared fields are never sent. `null` is an empty response (204). */
  response: z.ZodType | null;
  /** Success status if not 200, or 204 for an empty response. */
  status?: 200 | 201 | 202;
  /**
   * A list without bound: accepts `limit` and `cursor`, and returns total and next page in headers; at most 1 MB.
   * `whole` for one that screens read whole: it has no total, and the client of the web app follows its pages.
   */
  paged?: true | 'whole';
  /** The long lists of an answer that is not one: what exceeds 1 MB follows at the address of the Link header. */
  parts?: AnswerParts;
  /** A write that needs no active subscription. */
  unpaid?: true;
  /** Also for a session that may only send notes, which may call nothing else of signed-in users. */
  allowsSendingOnly?: true;
  /** The response is not JSON (a file, an event stream); the handler sends it. */
  raw?: true;
  /** An expensive read, limited in concurrency per business. */
  heavy?: true;
  /** A GET that writes to the audit log: a proxy must not retry it (`deploy/haproxy.cfg`). */
  recorded?: true;
  /** The response shows a secret once, so it is not stored for an idempotency key. */
  showsSecret?: true;
  /** The address has a secret in path or query, so it is not logged, and answers are not indexed or cached. */
  secretAddress?: true;
  /** A field of the body that identifies a request for ever; with it, an Idempotency-Key has no effect. */
  keyField?: string;
  /** Accepts a file. If a `body` is declared too, JSON is accepted instead. */
  upload?: UploadForm;
  /** The header with another system's signature of the unparsed body. */
  signature?: string;
}

export type Contract = Record<EndpointName, Endpoint>;

/** Declares the endpoints of a feature, with their literal types for handlers and client. Screens load no unused ones. */
// @__NO_SIDE_EFFECTS__
export const contract = <const C extends Contract>(endpoints: C): C => endpoints;

/** The fields of an upload's form as the browser sends them. */
export type UploadFieldsOf<E extends Endpoint> = E['upload'] extends UploadForm
  ? Accepted<E['upload']['fields']>
  : never;

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Accepted<S> = S extends z.ZodType ? z.input<S> : undefined;

/** The parsed parts of a request, for the handler. */
export interface RequestOf<E extends Endpoint> {
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: Parsed<E['body']>;
}

/** The result of a handler: the response, or one page of a paged list. */
export type AnswerOf<E extends Endpoint> = E['response'] extends z.ZodType
  ? E extends { paged: true }
    ? z.output<E['response']> extends readonly (infer Row)[]
      ? Page<Row>
      : never
    : E extends { paged: 'whole' }
      ? z.output<E['response']> extends readonly (infer Row)[]
        ? WholePage<Row>
        : never
      : z.output<E['response']>
  : undefined;

/** One page of a list: `total` rows in all; `next` is the cursor of the following page, if there is one. */
export interface Page<Row> {
  rows: Row[];
  total: number;
  next: string | null;
  /** On the server: the cursor after the row at an index, so that a page of long rows can end earlier. */
  cursorAfter?: (index: number) => string;
}

/** One page of a list that is read whole. */
export type WholePage<Row> = Omit<Page<Row>, 'total'>;

/** A value after JSON serialization: dates are ISO 8601 strings. */
export type Wire<T> = T extends Date
  ? string
  : T extends readonly (infer Row)[]
    ? Wire<Row>[]
    : T extends object
      ? { [K in keyof T]: Wire<T[K]> }
      : T;

/** The request of the browser, with the declared parts only. */
export type CallOf<E extends Endpoint> = {
  [Part in keyof Pick<E, Extract<keyof E, 'params' | 'query' | 'body'>> as Part]: Part extends 'query'
    ? Partial<Accepted<E[Part]>>
    : Accepted<E[Part]>;
};

/** The response in the browser. */
export type ResultOf<E extends Endpoint> = E['response'] extends z.ZodType
  ? Wire<z.output<E['response']>>
  : undefined;
