/** Checks which fonts a text loads; in a file of its own, because other tests load them all. */

import { registerHooks } from 'node:module';
import { expect, test } from 'vitest';
import { createPdf } from '#platform/server/pdfDocument.ts';

const requested: string[] = [];
registerHooks({
  resolve(specifier, context, next) {
    requested.push(specifier);
    return next(specifier, context);
  },
});

const isLoaded = (name: string): boolean => requested.some((one) => one.includes(name));

async function draw(text: string): Promise<number> {
  const pdf = await createPdf({
    title: 'Name',
    author: 'Name',
    footer: 'Name',
    at: new Date(0),
    paperSize: 'a4',
  });
  await pdf.section('Text', text);
  return (await pdf.close()).length;
}

test('HarfBuzz and the fonts of other scripts are loaded for the first text that needs them [14.script.6]', async () => {
  const size = await draw('Zoë Łukasz Nguyễn, Наталія, Γιώργος: “office” – 5 €');
  expect([isLoaded('pdfkit'), isLoaded('harfbuzzjs'), isLoaded('subset-font')]).toEqual([true, false, false]);
  await draw('Zoë محمد');
  expect([isLoaded('harfbuzzjs'), isLoaded('subset-font'), isLoaded('noto-sans-arabic/files')]).toEqual([
    true,
    true,
    true,
  ]);
  expect(isLoaded('noto-sans-jp/files')).toBe(false);
  expect(await draw('Zoë Łukasz Nguyễn, Наталія, Γιώργος: “office” – 5 €')).toBe(size);
});
