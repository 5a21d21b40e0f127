/** Fastify with one route, as the cost of an empty request on this machine. */

import Fastify from 'fastify';

const app = Fastify();
app.get('/', () => Promise.resolve('empty'));
const url = await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
process.stdout.write(`ready at ${url}\n`);
process.once('SIGTERM', () => void app.close());
