/** Code of a part of the page that the first paint does not need: fetched ahead, and asked for again after a failure. */
import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { queryClient } from './queries.ts';

/** Long enough for the screen's own requests to go first. */
const AFTER_LOAD_MS = 500;
/** Somebody waits for a word meanwhile. */
const ANSWER_MS = 5000;
const RELOADED = 'part:reloaded';

export interface PartState<Props extends object> {
  /** Undefined while its code is on its way or could not be had. */
  Part: ComponentType<Props> | undefined;
  failed: boolean;
  retry: () => void;
}

export interface Part<Props extends object> {
  fetch: () => Promise<void>;
  /** The part as far as it is there; asked for while `wanted`. */
  usePart: (wanted: boolean) => PartState<Props>;
}

/** @param soon fetch it once the page stands, before anybody asks: in a kitchen without network it must still open */
export function makePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { soon }: { soon: boolean },
): Part<Props> {
  let code: ComponentType<Props> | undefined;
  let underWay: Promise<void> | undefined;
  const fetch = () =>
    (underWay ??= load()
      .then((found) => void (code = found))
      .finally(() => (underWay = undefined)));
  // A failure shows when somebody opens it; by then the next attempt may succeed.
  if (soon) oncePageStands(() => void fetch().catch(() => undefined));

  function usePart(wanted: boolean): PartState<Props> {
    const [, setArrived] = useState(code !== undefined);
    const [failed, setFailed] = useState(false);
    const asks = wanted && !failed && code === undefined;
    useEffect(() => {
      if (!asks) return;
      let left = false;
      fetch().then(
        () => left || setArrived(true),
        () => left || setFailed(true),
      );
      return () => {
        left = true;
      };
    }, [asks]);
    return { Part: code, failed: failed && code === undefined, retry: () => setFailed(false) };
  }
  return { fetch, usePart };
}

/** Runs once the page stands, so that what it fetches keeps nothing of the screen waiting. */
export function oncePageStands(run: () => void): void {
  // What the screen itself waits for goes first.
  const soon = () => setTimeout(() => (queryClient.isFetching() > 0 ? soon() : run()), AFTER_LOAD_MS);
  if (document.readyState === 'complete') soon();
  else addEventListener('load', soon, { once: true });
}

/**
 * After a release the files of the one before are gone, and only a new page knows the new names. Loads the page
 * anew when the server can be reached, once for each page that people come to; else nothing happens.
 * @returns whether a new page is on its way
 */
export async function reloadIfReleased(): Promise<boolean> {
  const place = `${location.pathname}${location.search}`;
  if (!navigator.onLine || sessionStorage.getItem(RELOADED) === place) return false;
  const signal = AbortSignal.timeout(ANSWER_MS);
  const answer = await fetch('/', { method: 'HEAD', cache: 'no-store', signal }).catch(() => undefined);
  if (!answer?.ok) return false;
  sessionStorage.setItem(RELOADED, place);
  location.reload();
  return true;
}
