/** The OpenAPI 3.1 document of the contracts: `/api/openapi.json`, browsable at `/api/docs`. */

import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { setImmediate } from 'node:timers/promises';
import type { z } from 'zod';
import { COUNT_CAP } from '#platform/contract/counting.ts';
import type { Contract, Endpoint, ExampleIds, UploadForm } from '#platform/contract/endpoint.ts';
import { errorBody } from '#platform/contract/errors.ts';
import { KEYED_METHODS } from '#platform/server/idempotency.ts';
import { jsonSchemaOf } from './serializer.ts';

type Json = Record<string, unknown>;

/** How long the thread of the server is held at a time; the whole document takes a quarter of a second. */
const SLICE_MS = 10;

async function buildDocument(title: string, contracts: Contract[]): Promise<string> {
  const paths: Record<string, Json> = {};
  let begun = performance.now();
  for (const [name, endpoint] of contracts.flatMap((one) => Object.entries(one))) {
    const [method = '', url = ''] = name.split(' ');
    const path = url.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(endpoint, { method, url }) };
    if (performance.now() - begun < SLICE_MS) continue;
    await setImmediate();
    begun = performance.now();
  }
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title, version: '1' },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: jsonSchemaOf(errorBody, 'output') },
    },
  });
}

function operation(endpoint: Endpoint, { method, url }: { method: string; url: string }): Json {
  const status = String(endpoint.status ?? (endpoint.response ? 200 : 204));
  const success = endpoint.response
    ? {
        description: 'Success',
        ...headersOf(endpoint),
        content: json(jsonSchemaOf(endpoint.response, 'output')),
      }
    : { description: 'Success, empty' };
  return {
    operationId: `${method.toLowerCase()}${url.replace(/[/:-]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary: endpoint.summary,
    tags: [url.split('/')[2] ?? 'other'],
    ...(endpoint.access === 'public' ? {} : { security: [{ bearer: [] }] }),
    parameters: [
      ...parameters('path', endpoint.params),
      ...parameters('query', endpoint.query),
      ...(endpoint.access !== 'public' && KEYED_METHODS.has(method) ? [IDEMPOTENCY_KEY] : []),
    ],
    ...requestBody(endpoint),
    responses: {
      [status]: success,
      default: { description: 'Error', content: json({ $ref: '#/components/schemas/Error' }) },
    },
  };
}

const headersOf = ({ paged, parts }: Endpoint): Json => {
  if (paged === true) return { headers: PAGE_HEADERS };
  return paged || parts ? { headers: NEXT_PAGE } : {};
};

const NEXT_PAGE: Json = {
  Link: {
    description:
      'The next page, `<…>; rel="next"`; absent on the last page. A page ends early where it would exceed 1 MB. `fields` are those of an object whose rows go on there',
    schema: { type: 'string' },
  },
};

const PAGE_HEADERS: Json = {
  'X-Total-Count': {
    description: `The number of rows of the whole list. Searches and most filters count up to ${COUNT_CAP}, which means that many or more.`,
    schema: { type: 'integer' },
  },
  ...NEXT_PAGE,
};

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A new one for each attempt. The same key and request within 24 hours has no further effect and returns the first response again, with `Idempotent-Replayed: true`. Another request with the same key gets 409 `idempotency_key_reused`; if the response shows a secret once, a repetition gets 409 `secret_not_stored`, and 409 `answer_unavailable` if the first response can no longer be read',
  schema: { type: 'string', maxLength: 200 },
};

/** Any id, for examples that name rows. */
const ANY_IDS: ExampleIds = new Proxy({}, { get: () => 1 });

function requestBody({ body, example, upload }: Endpoint): Json {
  const schema = body && jsonSchemaOf(body, 'input');
  const content = {
    ...(schema ? { 'application/json': { schema, ...(example && { example: example(ANY_IDS) }) } } : {}),
    ...(upload ? { 'multipart/form-data': { schema: formSchema(upload) } } : {}),
  };
  return Object.keys(content).length > 0 ? { requestBody: { required: true, content } } : {};
}

function formSchema({ field, fields }: UploadForm): Json {
  const { properties = {}, required = [] } = jsonSchemaOf(fields, 'input') as {
    properties?: Json;
    required?: string[];
  };
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  return { type: 'object', properties: { ...properties, [field]: file }, required: [...required, field] };
}

const json = (schema: Json) => ({ 'application/json': { schema } });

function parameters(where: 'path' | 'query', schema: z.ZodObject | undefined): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: one,
  }));
}

/** Serves the document, which is built on first use, and a page to browse it. */
export async function serveApiDocs(
  app: FastifyInstance,
  title: string,
  contracts: Contract[],
): Promise<void> {
  let text: Promise<string> | undefined;
  const send = async (type: string, reply: FastifyReply) =>
    reply.type(type).send(await (text ??= buildDocument(title, contracts)));
  app.get('/api/openapi.json', { config: { open: true } }, (_, reply) => send('application/json', reply));
  await app.register(swagger, {
    mode: 'static',
    specification: { document: { openapi: '3.1.0', info: { title, version: '1' }, paths: {} } },
  });
  await app.register(async (docs) => {
    docs.addHook('onRoute', (route) => {
      const [, format] = /\/(json|yaml)$/.exec(route.url) ?? [];
      // JSON is YAML; the plugin would convert it for each request, which holds the thread for half a second.
      if (format) route.handler = (_, reply) => send(`application/${format}`, reply);
    });
    await docs.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true, logLevel: 'silent' });
  });
}
