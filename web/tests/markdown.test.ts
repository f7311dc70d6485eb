import { describe, expect, it } from 'vitest';
import { sections } from '../src/lib/markdown';

describe('rules files', () => {
  it('become sections with tables, lists and code', () => {
    const found = sections(
      '# One\n\nText with `code` and **weight**.\n\n## Two\n\n| id | rule |\n| --- | --- |\n| A-1 | first |\n\n- x\n- y\n',
    );
    expect(found.map((s) => s.title)).toEqual(['One', 'Two']);
    expect(found[0]!.html).toBe('<p>Text with <code>code</code> and <strong>weight</strong>.</p>');
    expect(found[1]!.html).toContain('<td>A-1</td>');
    expect(found[1]!.html).toContain('<ul><li>x</li><li>y</li></ul>');
  });
  it('cannot smuggle in elements', () => {
    expect(sections('<script>alert(1)</script>')[0]!.html).toBe('<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>');
  });
});
