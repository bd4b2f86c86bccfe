// Looks for all words in the sections of the site; those that stand in headings come first.
const box = document.getElementById('search');
const found = document.getElementById('found');
const up = document.body.dataset.up;

function score(section, words) {
  let sum = 0;
  for (const word of words) {
    const inTitle = section.title.toLowerCase().includes(word);
    const inPage = section.page.toLowerCase().includes(word);
    const inText = section.text.toLowerCase().includes(word);
    if (!inTitle && !inPage && !inText) return 0;
    sum += (inTitle ? 10 : 0) + (inPage ? 4 : 0) + (inText ? 1 : 0);
  }
  return sum;
}

function excerpt(section, words) {
  const at = Math.max(0, section.text.toLowerCase().indexOf(words[0]) - 40);
  return (at > 0 ? '... ' : '') + section.text.slice(at, at + 160);
}

function search() {
  const words = box.value.toLowerCase().split(/\s+/).filter(word => word.length > 1);
  const best = SECTIONS.map(section => [words.length ? score(section, words) : 0, section])
    .filter(([points]) => points > 0)
    .sort((one, other) => other[0] - one[0])
    .slice(0, 20);
  found.replaceChildren(...best.map(([, section]) => {
    const link = document.createElement('a');
    link.href = up + section.at;
    link.textContent = section.page === section.title ? section.title : section.page + ': ' + section.title;
    const text = document.createElement('small');
    text.textContent = excerpt(section, words);
    const item = document.createElement('li');
    item.append(link, text);
    return item;
  }));
  found.hidden = best.length === 0;
}

box.addEventListener('input', search);
