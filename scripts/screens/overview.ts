/** The page that shows all pictures: one row a screen, both sizes and themes side by side. */
export interface Picture {
  name: string;
  size: string;
  theme: string;
  file: string;
}

export function overview(pictures: Picture[]): string {
  const names = [...new Set(pictures.map((one) => one.name))];
  const rows = names.map((name) => {
    const own = pictures.filter((one) => one.name === name);
    const cells = own.map(
      ({ file, size, theme }) =>
        `<a href="${file}"><img loading="lazy" src="${file}" alt="${name}, ${size}, ${theme}"></a>`,
    );
    return `<section><h2>${name}</h2>${cells.join('')}</section>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>Screens</title><style>
body{font:14px system-ui;margin:24px;background:#888}h2{margin:24px 0 8px;color:#fff}
section{white-space:nowrap;overflow-x:auto}img{height:420px;margin-right:12px;border:1px solid #444}
</style>${rows.join('\n')}\n`;
}
