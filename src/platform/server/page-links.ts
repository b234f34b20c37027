/** RFC 8288: where the other pages of this list are. */
function pageLinks(url: string, found: { page: number; pageCount: number }): string {
  const [path = ''] = url.split('?', 1);
  // A second "?" belongs to what is asked for.
  const query = url.slice(path.length + 1);
  const link = (page: number, rel: string) => {
    const parameters = new URLSearchParams(query);
    parameters.set('page', String(page));
    return `<${path}?${parameters}>; rel="${rel}"`;
  };
  return [
    link(1, 'first'),
    ...(found.page > 1 ? [link(found.page - 1, 'prev')] : []),
    ...(found.page < found.pageCount ? [link(found.page + 1, 'next')] : []),
    link(found.pageCount, 'last'),
  ].join(', ');
}

/** What every list tells of itself beside its items. */
export function pageHeaders(url: string, found: { total: number; page: number; pageCount: number }) {
  return {
    'x-total-count': String(found.total),
    'x-page': String(found.page),
    link: pageLinks(url, found),
  };
}
