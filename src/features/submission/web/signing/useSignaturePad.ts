import { useCallback, useEffect, useRef, useState } from 'react';
import SignaturePad from 'signature_pad';
import { inkAsPicture, inkOnSurface, penOptions, type Ink } from './ink.ts';

/** Sets the canvas resolution to the device pixel ratio; drawing stays in CSS pixels. */
function fitPixels(canvas: HTMLCanvasElement): { width: number; height: number } {
  const { clientWidth: width, clientHeight: height } = canvas;
  const ratio = Math.max(devicePixelRatio, 1);
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.getContext('2d')?.scale(ratio, ratio);
  return { width, height };
}

const NO_INK: Ink = { width: 0, height: 0, groups: [] };

type Listeners = {
  /** Called when a stroke begins. */
  onStroke?: (() => void) | undefined;
  /** Called with the PNG data URL ('' when empty) and its strokes after each stroke, undo and clear. */
  onPicture: (picture: string, ink: Ink) => void;
};

/**
 * A pad on a canvas. It keeps the strokes at the size they were drawn and scales those, so that rotating a phone
 * repeatedly loses nothing.
 */
function inkOn(canvas: HTMLCanvasElement, initial: Ink, { onStroke, onPicture }: Required<Listeners>) {
  let surface = fitPixels(canvas);
  let ink = initial;
  let drawing = false;
  const pad = new SignaturePad(canvas, penOptions);

  function changed(next: Ink) {
    ink = next;
    onPicture(inkAsPicture(ink), ink);
  }
  const drawn = (): Ink => ({ ...surface, groups: [...pad.toData()] });
  function draw() {
    // Redrawing during a stroke would leave the pad waiting for its end.
    if (drawing) {
      pad.off();
      pad.on();
      drawing = false;
    }
    pad.fromData(inkOnSurface(ink, surface.width, surface.height).groups);
  }
  pad.addEventListener('beginStroke', () => {
    drawing = true;
    onStroke?.();
  });
  pad.addEventListener('endStroke', () => {
    drawing = false;
    changed(drawn());
  });
  const observer = new ResizeObserver(() => {
    const { clientWidth, clientHeight } = canvas;
    if (clientWidth === surface.width && clientHeight === surface.height) return;
    if (clientWidth === 0 || clientHeight === 0) return;
    // A resize ends an unfinished stroke.
    if (drawing) changed(drawn());
    surface = fitPixels(canvas);
    draw();
  });
  observer.observe(canvas);
  if (ink.groups.length > 0) draw();

  return {
    undo() {
      const groups = ink.groups.slice(0, -1);
      changed({ ...ink, groups });
      draw();
    },
    wipe() {
      ink = NO_INK;
      draw();
    },
    stop() {
      observer.disconnect();
      pad.off();
    },
  };
}

/**
 * Makes a canvas a signature pad that redraws its strokes when it is resized.
 * @param initial the strokes that it begins with
 */
export function useSignaturePad(listeners: Listeners, initial: Ink = NO_INK) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<ReturnType<typeof inkOn> | null>(null);
  const [first] = useState(initial);
  const latest = useRef(listeners);
  useEffect(() => {
    latest.current = listeners;
  });

  useEffect(() => {
    if (!canvas.current) return;
    const own = inkOn(canvas.current, first, {
      onStroke: () => latest.current.onStroke?.(),
      onPicture: (picture, ink) => latest.current.onPicture(picture, ink),
    });
    pad.current = own;
    return () => {
      own.stop();
      pad.current = null;
    };
  }, [first]);

  const undo = useCallback(() => pad.current?.undo(), []);

  /** Clears the canvas without calling `onPicture`, for when the value was removed elsewhere. */
  const wipe = useCallback(() => pad.current?.wipe(), []);

  const clear = useCallback(() => {
    pad.current?.wipe();
    latest.current.onPicture('', NO_INK);
  }, []);

  return { canvas, undo, clear, wipe };
}
