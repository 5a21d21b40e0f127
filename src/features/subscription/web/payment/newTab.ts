/**
 * Opens a tab whose address is set later: browsers allow a new tab only during the click. If it is blocked, the
 * address opens in this tab.
 */
export function openInNewTab(): { goTo: (path: string) => void; close: () => void } {
  const tab = window.open('', '_blank');
  if (tab) tab.opener = null;
  return {
    goTo: (path) => {
      const url = new URL(path, location.origin).href;
      if (tab && !tab.closed) tab.location.replace(url);
      else location.assign(url);
    },
    close: () => tab?.close(),
  };
}
