import ipaddr from 'ipaddr.js';

/**
 * Tells whether an address may be shown as a link to another site: https on the default port, no credentials, a public
 * host. Decided from the text alone, without a DNS lookup.
 */
export function isPublicUrl(text: string): boolean {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return false;
  }
  if (url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '')
    return false;
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  if (host.startsWith('[')) return isPublicAddress(host.slice(1, -1));
  if (ipaddr.IPv4.isValid(host)) {
    // URL normalises numbers ("2130706433", "0x7f.1") to dotted form; such spellings are used to hide an address.
    const written = /^https:[/\\]*([^/\\?#:]*)/i.exec(text.trim())?.[1];
    return written === host && isPublicAddress(host);
  }
  const labels = host.split('.');
  if (labels.length < 2 || labels.includes('')) return false;
  return !/(^|\.)(localhost|local|internal|localdomain|home|lan|arpa|onion|test|invalid)$/.test(host);
}

function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  // Only 2000::/3 is allocated; other ranges have more ways to write IPv4, such as "::127.0.0.1".
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(ipaddr.IPv6.parse('2000::'), 3)) return false;
  return parsed.range() === 'unicast';
}
