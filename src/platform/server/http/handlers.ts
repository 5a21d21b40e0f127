/** Types of a feature's handlers, derived from its contract. */

import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import type {
  AnswerOf,
  Contract,
  Endpoint,
  EndpointName,
  RequestOf,
  UploadForm,
} from '#platform/contract/endpoint.ts';
import type { Context, MemberContext } from '#platform/server/context.ts';
import type { Upload } from '#platform/server/files/receiveUpload.ts';

type ContextOf<E extends Endpoint> = E['access'] extends 'public' ? Context : MemberContext;
/** Raw endpoints receive the reply, uploads the file with its form, signed calls the unparsed body. */
type RequestFor<E extends Endpoint> = (E extends { raw: true }
  ? RequestOf<E> & { reply: FastifyReply }
  : RequestOf<E>) &
  (E extends { upload: UploadForm } ? { upload: UploadFor<E> } : unknown) &
  (E extends { signature: string } ? { signed: SignedCall } : unknown);
export interface SignedCall {
  body: string;
  signature: string;
}
/** Null for a JSON request, which only an endpoint with a body accepts. */
type UploadFor<E extends Endpoint & { upload: UploadForm }> =
  | Upload<z.output<E['upload']['fields']>>
  | (E extends { body: z.ZodType } ? null : never);
type ResultFor<E extends Endpoint> = E extends { raw: true } ? FastifyReply | undefined : AnswerOf<E>;

/** One handler per endpoint; a missing one is a compile error. */
export type Handlers<C extends Contract> = {
  [Name in EndpointName & keyof C]: (
    context: ContextOf<C[Name] & Endpoint>,
    request: RequestFor<C[Name] & Endpoint>,
  ) => Promise<ResultFor<C[Name] & Endpoint>>;
};

/** A contract with its handlers. */
export interface Feature<C extends Contract = Contract> {
  contract: C;
  handlers: Record<string, AnyHandler>;
}

/** A handler whose types `feature` has checked. */
// oxlint-disable-next-line typescript/no-explicit-any -- checked by `feature`
export type AnyHandler = (context: any, request: any) => Promise<unknown>;

/** Pairs a contract with its handlers; checks their types, which the result no longer has. */
export const feature = <const C extends Contract>(contract: C, handlers: Handlers<C>): Feature<C> => ({
  contract,
  handlers: handlers as Record<string, AnyHandler>,
});

/** The endpoints of several features in one contract. */
export type ContractOf<Features extends readonly Feature[]> = Features extends readonly [
  Feature<infer First>,
  ...infer Others extends readonly Feature[],
]
  ? First & ContractOf<Others>
  : unknown;
