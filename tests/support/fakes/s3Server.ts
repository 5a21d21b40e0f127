/** An S3-compatible service on this machine, with one empty bucket. */

import type { AddressInfo } from 'node:net';
import S3rver from 's3rver';

export interface FakeS3Server {
  /** Settings for the product. */
  settings: {
    S3_ENDPOINT: string;
    S3_BUCKET: string;
    S3_ACCESS_KEY_ID: string;
    S3_SECRET_ACCESS_KEY: string;
  };
  stop(): Promise<void>;
}

/** Starts the service, which stores its files in `directory`. */
export async function startS3Server(directory: string): Promise<FakeS3Server> {
  const service = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'files', configs: [] }],
  });
  const { port } = await new Promise<AddressInfo>((resolve, reject) => {
    service.run((error: Error | null, address: AddressInfo) => (error ? reject(error) : resolve(address)));
  });
  return {
    settings: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'files',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    stop: async () => {
      await service.close();
    },
  };
}
