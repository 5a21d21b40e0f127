/** Parses a PDF. */
import { getDocumentProxy } from 'unpdf';

/** Title, texts, pictures, attachments and tags of a PDF. */
export async function readPdf(content: Buffer) {
  const document = await getDocumentProxy(new Uint8Array(content));
  const { info } = await document.getMetadata();
  const pages = [];
  for (let number = 1; number <= document.numPages; number += 1) pages.push(await document.getPage(number));
  const texts = await Promise.all(
    pages.map(async (page) => {
      const { items } = await page.getTextContent();
      return items
        .map((item) => ('str' in item ? item.str : ''))
        .join(' ')
        .replaceAll(/\s+/g, ' ');
    }),
  );
  const trees = await Promise.all(pages.map((page) => page.getStructTree()));
  const attached = await Promise.all(
    [...((await document.getAttachments()) ?? [])].map(async ([id, { filename }]) => {
      const content = await document.getAttachmentContent(id);
      return { filename, text: Buffer.from(content ?? []).toString() };
    }),
  );
  await document.loadingTask.destroy();
  return {
    title: (info as { Title: string }).Title,
    pages: texts,
    tags: JSON.stringify(trees),
    attached,
  };
}
