import { INK, BACKGROUND, SIGNATURE_HEIGHT, SIGNATURE_WIDTH } from './ink.ts';

const MARGIN = 12;
const LARGEST_PX = 52;
const SMALLEST_PX = 10;
/** Handwriting of the system, without a download. */
const FONT = '"Segoe Script", "Snell Roundhand", "Brush Script MT", cursive';

/** A typed name as a PNG data URL of the size of a drawn signature; '' without one. */
export function drawTypedName(name: string): string {
  const text = name.trim();
  const canvas = document.createElement('canvas');
  canvas.width = SIGNATURE_WIDTH;
  canvas.height = SIGNATURE_HEIGHT;
  const surface = canvas.getContext('2d');
  if (text === '' || !surface) return '';
  surface.fillStyle = BACKGROUND;
  surface.fillRect(0, 0, SIGNATURE_WIDTH, SIGNATURE_HEIGHT);
  surface.fillStyle = INK;
  surface.textAlign = 'center';
  surface.textBaseline = 'middle';
  const space = SIGNATURE_WIDTH - 2 * MARGIN;
  surface.font = `italic ${LARGEST_PX}px ${FONT}`;
  const scale = Math.min(1, space / surface.measureText(text).width);
  surface.font = `italic ${Math.max(SMALLEST_PX, Math.floor(LARGEST_PX * scale))}px ${FONT}`;
  surface.fillText(text, SIGNATURE_WIDTH / 2, SIGNATURE_HEIGHT / 2, space);
  return canvas.toDataURL('image/png');
}
