import openapiTS, { astToString } from 'openapi-typescript';

const head = `// What reads of the API answer, by openapi-typescript from the API's document. Written by node scripts/check-api.mjs --write.

`;

/** Adds the names of components that something of the document refers to, and those that these refer to. */
function addUsed(part, schemas, used) {
  JSON.stringify(part, (key, value) => {
    const name = key === '$ref' ? value.split('/').at(-1) : undefined;
    if (name !== undefined && !used.has(name)) addUsed(schemas[name], schemas, used.add(name));
    return value;
  });
}

/** Takes away what types do not tell; properties of these names are objects, and stay. */
const withoutWords = (schema) =>
  JSON.parse(JSON.stringify(schema), (key, value) =>
    ['description', 'pattern', 'title'].includes(key) && typeof value === 'string' ? undefined : value,
  );

/** The type \`Reads\`, by path, of all reads that answer JSON, and what it is made of. The rest of the document would be four times as much. */
export async function typesOfReads({ openapi, info, paths, components: { schemas } }) {
  const properties = Object.fromEntries(
    Object.entries(paths).flatMap(([path, { get }]) => {
      const schema = get?.responses[200]?.content?.['application/json']?.schema;
      return schema ? [[path, schema]] : [];
    }),
  );
  const used = new Set();
  addUsed(properties, schemas, used);
  const reads = { type: 'object', properties, required: Object.keys(properties) };
  const kept = Object.fromEntries([...used].toSorted().map((name) => [name, schemas[name]]));
  const components = { schemas: withoutWords({ ...kept, Reads: reads }) };
  const written = astToString(await openapiTS({ openapi, info, paths: {}, components }, { silent: true }));
  const start = written.indexOf('export interface components');
  const types = written.slice(start, written.indexOf('\nexport type $defs', start));
  return head + types.replaceAll(/^.*\?: never;\n|^ *\/\*\*.*\*\/\n/gm, '') + '\n';
}
