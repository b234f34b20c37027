/** RFC 8288: where the other pages of this list are. */
export function pageLinks(url: string, found: { page: number; pageCount: number }): string {
  const [path = '', query = ''] = url.split('?');
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
