/** Fastify alone, which answers a word: what the same machine needs for a request of nothing. */
import Fastify from 'fastify';

const app = Fastify();
app.get('/', () => Promise.resolve('empty'));
const url = await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
process.stdout.write(`It is ready at ${url}\n`);
process.once('SIGTERM', () => void app.close());
