/** The types that tie a feature's handlers to its contract. */
import type {
  AnswerOf,
  Contract,
  Endpoint,
  EndpointName,
  RequestOf,
  UploadForm,
} from '#platform/contract/endpoint.ts';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { Context, MemberContext } from '#platform/server/context.ts';
import type { Upload } from '#platform/server/files/receiveUpload.ts';

type ContextOf<E extends Endpoint> = E['access'] extends 'public' ? Context : MemberContext;
/**
 * Handlers of raw endpoints send the answer themselves; those of uploads get the file with its form, those
 * of signed calls the body as it came.
 */
type RequestFor<E extends Endpoint> = (E extends { raw: true }
  ? RequestOf<E> & { reply: FastifyReply }
  : RequestOf<E>) &
  (E extends { upload: UploadForm } ? { upload: UploadFor<E> } : unknown) &
  (E extends { signature: string } ? { signed: SignedCall } : unknown);
export interface SignedCall {
  body: string;
  signature: string;
}
/** Null where the request came as JSON, which only an endpoint that declares a body takes. */
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

/** A contract with its handlers, as the composition lists them. */
export interface Feature {
  contract: Contract;
  handlers: Record<string, AnyHandler>;
}

/** A handler whose exact types were checked where it was written down. */
// oxlint-disable-next-line typescript/no-explicit-any -- the table erases what `feature` has checked
export type AnyHandler = (context: any, request: any) => Promise<unknown>;

/** Pairs a contract with its handlers; the types are checked here and erased after. */
export const feature = <C extends Contract>(contract: C, handlers: Handlers<C>): Feature => ({
  contract,
  handlers: handlers as Record<string, AnyHandler>,
});
