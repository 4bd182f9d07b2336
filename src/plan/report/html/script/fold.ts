// Runs in the reader's browser: links open what they lead to, all can be opened, print opens all,
// the theme can be switched, tables can be sorted. Without it everything can still be read.
export const foldScript = `
const all = (selector, from = document) => [...from.querySelectorAll(selector)];
const byId = (id) => document.getElementById(id);

const openAround = (node) => {
  for (let at = node; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true;
};

const goTo = () => {
  const target = byId(location.hash.slice(1));
  if (!target) return;
  openAround(target);
  target.scrollIntoView();
};
addEventListener('hashchange', goTo);
goTo();

document.addEventListener('click', (event) => {
  const link = event.target.closest('a[href^="#"]');
  if (link) {
    openAround(byId(link.getAttribute('href').slice(1)));
    if (narrow.matches && link.closest('.toc')) toc.open = false;
  }
});

const toc = document.querySelector('.toc');
const narrow = matchMedia('(max-width: 900px)');
const fitToc = () => { toc.open = !narrow.matches; };
narrow.addEventListener('change', fitToc);
fitToc();

const foldable = all('main details');
const fold = byId('fold');
fold.addEventListener('click', () => {
  const open = foldable.some((one) => !one.open);
  for (const one of foldable) one.open = open;
  fold.textContent = open ? 'Close all' : 'Open all';
});

let closedBefore = [];
addEventListener('beforeprint', () => {
  closedBefore = foldable.filter((one) => !one.open);
  for (const one of closedBefore) one.open = true;
});
addEventListener('afterprint', () => {
  for (const one of closedBefore) one.open = false;
});
byId('print').addEventListener('click', () => print());

const theme = byId('theme');
const root = document.documentElement;
const isDark = () => root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
const nameTheme = () => { theme.textContent = isDark() ? 'Light' : 'Dark'; };
theme.addEventListener('click', () => {
  root.dataset.theme = isDark() ? 'light' : 'dark';
  nameTheme();
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', nameTheme);
// A page that shows the file in a frame may say its own theme: one of two words, nothing else is heard.
addEventListener('message', ({ data, source }) => {
  if (source !== parent || source === window || (data !== 'light' && data !== 'dark')) return;
  root.dataset.theme = data;
  nameTheme();
});
nameTheme();

const valueOf = (row, index) => {
  const cell = row.cells[index];
  const text = cell.dataset.v ?? cell.textContent.trim();
  const number = Number(text);
  return text !== '' && Number.isFinite(number) ? number : text;
};
const compare = (one, other) => {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one).localeCompare(String(other), undefined, { numeric: true });
};
const sortBy = (table, index, head) => {
  const down = head.getAttribute('aria-sort') === 'ascending';
  for (const other of all('th', table)) other.removeAttribute('aria-sort');
  head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
  const body = table.tBodies[0];
  const rows = [...body.rows].filter((row) => !row.id.endsWith('-total'));
  const total = [...body.rows].filter((row) => row.id.endsWith('-total'));
  rows.sort((one, other) => compare(valueOf(one, index), valueOf(other, index)) * (down ? -1 : 1));
  body.append(...rows, ...total);
};
for (const table of all('table.sortable')) {
  if (table.tBodies[0].rows.length < 2) continue;
  all('thead th', table).forEach((head, index) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = head.textContent;
    button.addEventListener('click', () => sortBy(table, index, head));
    head.replaceChildren(button);
  });
}

for (const one of all('.tools, #q')) one.hidden = false;
`;
