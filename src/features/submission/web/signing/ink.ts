import SignaturePad, { type PointGroup } from 'signature_pad';

/** Size of the stored picture of a signature, in pixels. */
export const SIGNATURE_WIDTH = 400;
export const SIGNATURE_HEIGHT = 128;

/** Dark strokes on white in both themes, because this image is stored, shown and printed. */
export const INK = '#16202b';
export const BACKGROUND = 'rgb(255, 255, 255)';
const MARGIN = 6;

/** The options of the pad: a pen 1 to 2 pixels wide. */
export const penOptions = { minWidth: 1, maxWidth: 2, penColor: INK, minDistance: 2 };

/** Strokes as points, on a canvas measured in CSS pixels. */
export type Ink = { width: number; height: number; groups: PointGroup[] };

type Placement = { scale: number; left: number; top: number };

/** Parses stored strokes; undefined when nothing was drawn, or what is stored is no drawing. */
export function parseInk(text: string): Ink | undefined {
  try {
    const ink = JSON.parse(text) as Ink;
    const isInk = ink.width > 0 && ink.height > 0 && ink.groups.every(({ points }) => Array.isArray(points));
    return isInk ? ink : undefined;
  } catch {
    return undefined;
  }
}

function transform(groups: readonly PointGroup[], { scale, left, top }: Placement): PointGroup[] {
  return groups.map((group) => ({
    ...group,
    points: group.points.map((point) => ({
      ...point,
      x: point.x * scale + left,
      y: point.y * scale + top,
    })),
  }));
}

/** The same strokes centered on a canvas of another size, for a rotated phone. */
export function inkOnSurface(ink: Ink, width: number, height: number): Ink {
  const scale = Math.min(width / ink.width, height / ink.height);
  const left = (width - ink.width * scale) / 2;
  const top = (height - ink.height * scale) / 2;
  return { width, height, groups: transform(ink.groups, { scale, left, top }) };
}

/** The bounding box of all points. */
function bounds(groups: readonly PointGroup[]) {
  const points = groups.flatMap((group) => group.points);
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const left = Math.min(...xs);
  const top = Math.min(...ys);
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

/** The strokes fitted into the stored image, never larger than they were drawn. */
function inkInPicture(ink: Ink): PointGroup[] {
  const box = bounds(ink.groups);
  const space = { width: SIGNATURE_WIDTH - 2 * MARGIN, height: SIGNATURE_HEIGHT - 2 * MARGIN };
  const scale = Math.min(1, space.width / Math.max(box.width, 1), space.height / Math.max(box.height, 1));
  const left = (SIGNATURE_WIDTH - box.width * scale) / 2 - box.left * scale;
  const top = (SIGNATURE_HEIGHT - box.height * scale) / 2 - box.top * scale;
  return transform(ink.groups, { scale, left, top });
}

/** The signature as a PNG data URL of 400x128, or '' while nothing is drawn. */
export function inkAsPicture(ink: Ink): string {
  if (ink.groups.length === 0) return '';
  const canvas = document.createElement('canvas');
  canvas.width = SIGNATURE_WIDTH;
  canvas.height = SIGNATURE_HEIGHT;
  const pad = new SignaturePad(canvas, { ...penOptions, backgroundColor: BACKGROUND });
  pad.off();
  pad.fromData(inkInPicture(ink));
  return pad.toDataURL('image/png');
}
