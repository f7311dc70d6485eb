/** Our own rules files as HTML: headings, paragraphs, lists, tables, code, emphasis, links. Everything else is escaped. */

const escape = (s: string): string =>
  s.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

function inline(text: string): string {
  return escape(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/(^|[\s(])[*_]([^*_]+)[*_](?=[\s).,;:!?]|$)/g, '$1<em>$2</em>')
    .replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, (_, label: string, href: string) =>
      /^[./#\w-]+$/.test(href) ? label : label,
    );
}

export interface Section {
  id: string;
  level: number;
  title: string;
  html: string;
  text: string;
}

/** The sections of a Markdown text, in order. */
export function sections(source: string): Section[] {
  const found: Section[] = [];
  let now: Section = { id: 'top', level: 1, title: '', html: '', text: '' };
  const push = (): void => {
    if (now.html || now.title) found.push(now);
  };
  const lines = source.split('\n');
  const cells = (line: string): string[] =>
    line
      .trim()
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/)
      .map((c) => c.trim().replace(/\\\|/g, '|'));
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    const heading = /^(#{1,4})\s+(.*)$/.exec(line);
    if (heading) {
      push();
      const title = heading[2]!;
      now = {
        id: title
          .toLowerCase()
          .replace(/[^\p{L}\d]+/gu, '-')
          .replace(/^-|-$/g, ''),
        level: heading[1]!.length,
        title,
        html: '',
        text: title,
      };
      continue;
    }
    if (!line.trim()) continue;
    if (line.startsWith('```')) {
      const block: string[] = [];
      while (++i < lines.length && !lines[i]!.startsWith('```')) block.push(lines[i]!);
      now.html += `<pre><code>${escape(block.join('\n'))}</code></pre>`;
      now.text += ' ' + block.join(' ');
      continue;
    }
    if (line.trim().startsWith('|')) {
      const rows: string[] = [line];
      while (i + 1 < lines.length && lines[i + 1]!.trim().startsWith('|')) rows.push(lines[++i]!);
      const [head, rule, ...body] = rows;
      const hasHead = rule !== undefined && /^[\s|:-]+$/.test(rule);
      now.html += '<div class="tablebox" tabindex="0"><table>';
      if (hasHead)
        now.html += `<thead><tr>${cells(head!)
          .map((c) => `<th scope="col">${inline(c)}</th>`)
          .join('')}</tr></thead>`;
      now.html += `<tbody>${(hasHead ? body : rows)
        .map(
          (r) =>
            `<tr>${cells(r)
              .map((c) => `<td>${inline(c)}</td>`)
              .join('')}</tr>`,
        )
        .join('')}</tbody></table></div>`;
      now.text += ' ' + rows.join(' ');
      continue;
    }
    if (/^\s*([-*]|\d+\.)\s/.test(line)) {
      const ordered = /^\s*\d/.test(line);
      const items: string[] = [];
      i--;
      while (i + 1 < lines.length && lines[i + 1]!.trim() && !/^#/.test(lines[i + 1]!)) {
        const next = lines[++i]!;
        const item = /^\s*(?:[-*]|\d+\.)\s+(.*)$/.exec(next);
        if (item) items.push(item[1]!);
        else items[items.length - 1] += ' ' + next.trim();
      }
      const tag = ordered ? 'ol' : 'ul';
      now.html += `<${tag}>${items.map((x) => `<li>${inline(x)}</li>`).join('')}</${tag}>`;
      now.text += ' ' + items.join(' ');
      continue;
    }
    const paragraph = [line];
    while (i + 1 < lines.length && lines[i + 1]!.trim() && !/^(#|\||```|\s*[-*]\s|\s*\d+\.\s)/.test(lines[i + 1]!))
      paragraph.push(lines[++i]!);
    now.html += `<p>${inline(paragraph.join(' '))}</p>`;
    now.text += ' ' + paragraph.join(' ');
  }
  push();
  return found;
}
