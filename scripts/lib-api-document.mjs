/** The document of the API, made in this process without a database: routes keep what they are given until somebody calls them. */
export async function apiDocument() {
  const [{ buildServer }, { readConfig }] = await Promise.all([
    import('#app/server.ts'),
    import('#platform/server/config.ts'),
  ]);
  const config = readConfig({ PUBLIC_ORIGIN: 'https://gongbang.test', LOG_LEVEL: 'silent' });
  const app = await buildServer({ config, secret: '' });
  await app.ready();
  const document = app.swagger();
  await app.close();
  return document;
}
