const SEALING_KEY = 'sealing-key';

/** Stores the key to which codes are sealed without a network. It is public, and outlives what is sealed. */
export const storeSealingKey = (spki: string): void => localStorage.setItem(SEALING_KEY, spki);

/** Seals the client's code for one capture and client, so that only the server reads it. @throws without a stored key */
export async function sealCode(content: {
  captureId: string;
  clientId: number;
  code: string | undefined;
}): Promise<string> {
  const spki = localStorage.getItem(SEALING_KEY);
  if (spki === null) throw new Error('This device has no key to seal a code with');
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' };
  const bytes = Uint8Array.from(atob(spki), (char) => char.charCodeAt(0));
  const key = await crypto.subtle.importKey('spki', bytes, algorithm, false, ['encrypt']);
  const text = new TextEncoder().encode(JSON.stringify(content));
  const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm, key, text));
  return btoa(String.fromCharCode(...sealed));
}
