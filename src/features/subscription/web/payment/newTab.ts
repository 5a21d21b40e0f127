/**
 * Opens a tab for an address that is yet to come: browsers allow it only while the press that asked for it lasts.
 * Where they do not, the address opens here.
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
