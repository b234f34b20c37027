export const viewSources = ['direct', 'here', 'search', 'social', 'other'] as const;
export type ViewSource = (typeof viewSources)[number];

const searchHosts =
  /(^|\.)(google|bing|naver|daum|duckduckgo|yahoo|ecosia|brave|baidu|yandex)\.[a-z.]{2,6}$|^search\./;
const socialHosts =
  /(^|\.)(facebook|instagram|x|twitter|t|threads|reddit|youtube|linkedin|pinterest|tiktok|kakao|band|line|mastodon|bsky|discord)\.(com|co|net|social|us|me|app|gg)$/;

/**
 * Returns the source of a view by its referrer. The browser keeps the referrer of the page that was loaded,
 * at `landing`, during client-side navigation.
 */
export function viewSource(referrer: string, here: string, landing: string): ViewSource {
  if (new URL(landing).pathname !== new URL(here).pathname) return 'here';
  if (!URL.canParse(referrer)) return 'direct';
  const { host, hostname } = new URL(referrer);
  if (host === new URL(here).host) return 'here';
  if (searchHosts.test(hostname)) return 'search';
  return socialHosts.test(hostname) ? 'social' : 'other';
}
