import { useCallback, useEffect, useRef } from 'react';
import SignaturePad from 'signature_pad';
import { inkAsPicture, inkOnSurface, penOptions } from './ink.ts';
import type { Ink } from './ink.ts';

/** Gives the canvas as many pixels as the screen shows in its place; drawing stays in CSS pixels. */
function fitPixels(canvas: HTMLCanvasElement): { width: number; height: number } {
  const { clientWidth: width, clientHeight: height } = canvas;
  const ratio = Math.max(devicePixelRatio, 1);
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.getContext('2d')?.scale(ratio, ratio);
  return { width, height };
}

/**
 * Makes a canvas a signature pad. The ink is kept as points and drawn again when the surface changes its size.
 * @param onPicture called with the PNG data URL after each stroke, undo and clear ('' when empty)
 */
export function useInk(onPicture: (picture: string) => void) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad | null>(null);
  const surface = useRef({ width: 0, height: 0 });
  const report = useRef(onPicture);
  useEffect(() => {
    report.current = onPicture;
  });

  const draw = useCallback((groups: Ink['groups']) => {
    pad.current?.fromData(groups);
  }, []);

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    surface.current = fitPixels(element);
    const own = new SignaturePad(element, penOptions);
    pad.current = own;
    own.addEventListener('endStroke', () =>
      report.current(inkAsPicture({ ...surface.current, groups: own.toData() })),
    );
    const observer = new ResizeObserver(() => {
      const { width, height } = surface.current;
      if (element.clientWidth === width && element.clientHeight === height) return;
      if (element.clientWidth === 0 || element.clientHeight === 0) return;
      const before = { width: width || 1, height: height || 1, groups: own.toData() };
      surface.current = fitPixels(element);
      own.fromData(inkOnSurface(before, surface.current.width, surface.current.height).groups);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      own.off();
      pad.current = null;
    };
  }, []);

  const undo = useCallback(() => {
    const groups = (pad.current?.toData() ?? []).slice(0, -1);
    draw(groups);
    report.current(inkAsPicture({ ...surface.current, groups }));
  }, [draw]);

  /** Wipes the surface without telling anybody: for when the value was taken away from outside. */
  const wipe = useCallback(() => draw([]), [draw]);

  const clear = useCallback(() => {
    draw([]);
    report.current('');
  }, [draw]);

  return { canvas, undo, clear, wipe };
}
