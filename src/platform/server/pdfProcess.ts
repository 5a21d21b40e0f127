/** The process that draws a PDF of many rows (pdfFile.ts). */

import type { ChildWork } from './childProcess/childWork.ts';
import { drawPdf, type PdfContent, type PdfFile } from './pdfFile.ts';

export const work: ChildWork<PdfContent, PdfFile> = async (content, send) => send(await drawPdf(content));
