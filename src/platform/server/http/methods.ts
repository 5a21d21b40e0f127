/** Answers OPTIONS, and methods that an address does not have (RFC 9110, 9.1, 9.3.7 and 15.5.6). */

import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { AppError } from '#platform/server/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a wildcard: whether there is something at a path. */
    hasPath?: (path: string) => boolean;
  }
}

interface Address {
  /** As it is registered, such as `/api/clients/:id`. */
  url: string;
  /** Its methods, as in the header. */
  allow: string;
  hasPath: (path: string) => boolean;
  secret: boolean;
}

/** 404 for an address at which there is nothing. */
export const createUnknownAddressError = () =>
  new AppError(404, 'not_found', { message: 'There is nothing at this address.' });

/**
 * Collects the addresses of the routes that are registered from now on. The returned function, called after the last
 * one, answers their other methods, before a body is read and without a session: what an address can do is public.
 */
export function collectAddresses(app: FastifyInstance): () => void {
  const addresses = new Map<string, Address>();
  app.addHook('onRoute', ({ url, config }) => {
    const address = addresses.get(url) ?? { url, allow: '', hasPath: () => true, secret: false };
    if (config?.hasPath) address.hasPath = config.hasPath;
    if (config?.secret) address.secret = true;
    addresses.set(url, address);
  });
  app.addHook('onRequest', async (request, reply) => {
    // The server as a whole.
    if (request.method === 'OPTIONS' && request.originalUrl === '*') return reply.code(204).send();
    // Ranges are defined for GET alone (RFC 9110, 14.2).
    if (request.method === 'HEAD') delete request.raw.headers.range;
    return undefined;
  });
  // The router has only the methods of Fastify; Node accepts more, such as PROPFIND.
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    const isRouted = app.supportedMethods.includes(request.method);
    answer(isRouted ? undefined : findAddress([...addresses.values()], toPath(request)), request, reply);
  });
  return () => {
    for (const address of addresses.values()) {
      const { url, secret } = address;
      const methods = Map.groupBy(app.supportedMethods as HTTPMethods[], (method) =>
        app.hasRoute({ method, url }) ? 'own' : 'others',
      );
      address.allow = [...(methods.get('own') ?? []), 'OPTIONS'].toSorted().join(', ');
      app.route({
        method: methods.get('others') ?? [],
        url,
        config: { open: true, secret },
        onRequest: async (request, reply) => answer(address, request, reply),
        handler: () => undefined,
      });
    }
  };
}

/** Answers OPTIONS. @throws 405 for another method, 404 without an address */
function answer(address: Address | undefined, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!address?.hasPath(toPath(request))) throw createUnknownAddressError();
  reply.header('Allow', address.allow);
  if (request.method === 'OPTIONS') return reply.code(204).send();
  const message = `This address does not accept ${request.method}.`;
  throw new AppError(405, 'method_not_allowed', { message });
}

const toPath = ({ url }: FastifyRequest): string => url.split('?')[0] ?? '/';

/** The address of a path; one without parameters and wildcards first, as in the router. */
function findAddress(addresses: readonly Address[], path: string): Address | undefined {
  const matches = addresses.filter(({ url }) => new URLPattern({ pathname: url }).test({ pathname: path }));
  return (
    matches.find(({ url }) => url === path) ?? matches.find(({ url }) => !url.includes('*')) ?? matches[0]
  );
}
