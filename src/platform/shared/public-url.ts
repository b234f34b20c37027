import ipaddr from 'ipaddr.js';

/**
 * Whether an address may be shown as a link to another site: https on the usual port, no credentials, a host
 * that is public. Decided from the text alone; nothing is looked up.
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
    // URL turns numbers ("2130706433", "0x7f.1") into dotted form: whoever wrote them so has something to hide.
    return text.toLowerCase().includes(host) && isPublicAddress(host);
  }
  if (!host.includes('.')) return false;
  return !/(^|\.)(localhost|local|internal|localdomain|home|lan|arpa|onion|test|invalid)$/.test(host);
}

function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  return ipaddr.parse(address).range() === 'unicast';
}
