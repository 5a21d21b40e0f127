import SignaturePad from 'signature_pad';
import type { PointGroup } from 'signature_pad';

/** Size of the stored picture of a signature, in pixels. */
export const SIGNATURE_WIDTH = 400;
export const SIGNATURE_HEIGHT = 128;

/** Dark ink on white paper, whatever the theme: that is what gets stored, shown and printed. */
const INK = '#16202b';
const PAPER = 'rgb(255, 255, 255)';
const MARGIN = 6;

/** What the pad is drawn with: a pen of 1 to 2 pixels. */
export const penOptions = { minWidth: 1, maxWidth: 2, penColor: INK, minDistance: 2 };

/** Strokes as points, on a surface of a size in CSS pixels. */
export type Ink = { width: number; height: number; groups: PointGroup[] };

type Placement = { scale: number; left: number; top: number };

function placed(groups: readonly PointGroup[], { scale, left, top }: Placement): PointGroup[] {
  return groups.map((group) => ({
    ...group,
    points: group.points.map((point) => ({
      ...point,
      x: point.x * scale + left,
      y: point.y * scale + top,
    })),
  }));
}

/** The same strokes on a surface of another size, whole, in its middle: what a turned phone needs. */
export function inkOnSurface(ink: Ink, width: number, height: number): Ink {
  const scale = Math.min(width / ink.width, height / ink.height);
  const left = (width - ink.width * scale) / 2;
  const top = (height - ink.height * scale) / 2;
  return { width, height, groups: placed(ink.groups, { scale, left, top }) };
}

/** The box around all points. */
function bounds(groups: readonly PointGroup[]) {
  const points = groups.flatMap((group) => group.points);
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const left = Math.min(...xs);
  const top = Math.min(...ys);
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

/** Strokes moved into the stored picture: as large as they fit, never larger than they were drawn. */
function inkInPicture(ink: Ink): PointGroup[] {
  const box = bounds(ink.groups);
  const room = { width: SIGNATURE_WIDTH - 2 * MARGIN, height: SIGNATURE_HEIGHT - 2 * MARGIN };
  const scale = Math.min(1, room.width / Math.max(box.width, 1), room.height / Math.max(box.height, 1));
  const left = (SIGNATURE_WIDTH - box.width * scale) / 2 - box.left * scale;
  const top = (SIGNATURE_HEIGHT - box.height * scale) / 2 - box.top * scale;
  return placed(ink.groups, { scale, left, top });
}

/** The signature as a PNG data URL of 400x128, or '' while nothing is drawn. */
export function inkAsPicture(ink: Ink): string {
  if (ink.groups.length === 0) return '';
  const canvas = document.createElement('canvas');
  canvas.width = SIGNATURE_WIDTH;
  canvas.height = SIGNATURE_HEIGHT;
  const pad = new SignaturePad(canvas, { ...penOptions, backgroundColor: PAPER });
  pad.off();
  pad.fromData(inkInPicture(ink));
  return pad.toDataURL('image/png');
}
