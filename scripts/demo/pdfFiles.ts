/** Small real files for the demonstration: a letter as PDF, a drawn plan as PNG, plain text. */
import { PNG } from 'pngjs';

/** A page of A4 with a heading and lines of text, which any reader opens. */
export function pdfOf(title: string, lines: readonly string[]): Buffer {
  const text = (line: string) => line.replace(/[\\()]/g, (sign) => `\\${sign}`);
  const content = [
    `BT /F2 18 Tf 60 770 Td (${text(title)}) Tj ET`,
    ...lines.map((line, index) => `BT /F1 11 Tf 60 ${738 - index * 18} Td (${text(line)}) Tj ET`),
  ].join('\n');
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} >>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
  ];
  let body = '%PDF-1.4\n';
  const table = objects.map((object, index) => {
    const at = String(body.length).padStart(10, '0');
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${at} 00000 n \n`;
  });
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table.join('')}trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + end, 'latin1');
}

type Line = [fromX: number, fromY: number, toX: number, toY: number];

/** Walls of a small apartment with two rooms, kitchen and bath. */
const WALLS: Line[] = [
  [40, 40, 600, 40],
  [600, 40, 600, 440],
  [600, 440, 40, 440],
  [40, 440, 40, 40],
  [320, 40, 320, 200],
  [320, 270, 320, 440],
  [40, 250, 220, 250],
  [320, 270, 480, 270],
];

/** A plan of an apartment, as someone would draw it for the move-in sheet. */
export function planPicture(): Buffer {
  const picture = new PNG({ width: 640, height: 480 });
  picture.data.fill(255);
  for (const [fromX, fromY, toX, toY] of WALLS) {
    for (let x = Math.min(fromX, toX) - 2; x <= Math.max(fromX, toX) + 2; x += 1) {
      for (let y = Math.min(fromY, toY) - 2; y <= Math.max(fromY, toY) + 2; y += 1) {
        picture.data.set([40, 52, 60, 255], (640 * y + x) * 4);
      }
    }
  }
  return PNG.sync.write(picture);
}
