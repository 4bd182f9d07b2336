// Colors and type, the same as on the dashboard. Every color is a pair; the browser picks one.
export const tokens = `
:root {
  color-scheme: light dark;
  --page: light-dark(#ffffff, #0e1116);
  --card: light-dark(#ffffff, #161a21);
  --raised: light-dark(#f6f7fa, #14181f);
  --line: light-dark(#e1e5ec, #2a313c);
  --line-strong: light-dark(#8b93a3, #6b7484);
  --text: light-dark(#14171d, #e9ecf1);
  --muted: light-dark(#525a69, #a5aebc);
  --accent: light-dark(#3049c6, #9db0ff);
  --accent-soft: light-dark(#e9edff, #20294b);
  --bar: light-dark(#7f93e6, #6478d8);
  --good: light-dark(#12693a, #63d290);
  --good-soft: light-dark(#e3f5ea, #12301f);
  --poor: light-dark(#8f3a00, #ffb574);
  --poor-soft: light-dark(#fff1e2, #35230f);
  --bad: light-dark(#a51f18, #ff958b);
  --bad-soft: light-dark(#fdeae8, #3f1c19);
  --bad-fill: light-dark(#cf3a30, #e4574c);
  --open: light-dark(#4d5564, #b0b9c7);
  --open-soft: light-dark(#eceff4, #262c36);
  --mark: light-dark(#ffe58a, #6b5600);
  --radius: 10px;
  --font: Inter, -apple-system, BlinkMacSystemFont, "Segoe UI Variable Text", "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", "Liberation Mono", monospace;
}
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
`;
