/** The keywords of a schema that this module reads; all others are kept unchanged. */
export type Schema = {
  [keyword: string]: unknown;
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  title?: string;
  description?: string;
  default?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
};
export type Media = { schema?: Schema; example?: unknown; examples?: Record<string, unknown> };
export type Answer = { $ref?: string; description?: string; content?: Record<string, Media> };
export type Parameter = {
  $ref?: string;
  in: string;
  name: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
};
export type Operation = {
  operationId: string;
  tags?: string[];
  summary?: string;
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { $ref?: string; content?: Record<string, Media> };
  responses: Record<string, Answer>;
};
export type Document = {
  [field: string]: unknown;
  paths?: Record<string, Record<string, Operation>>;
  components?: { [kind: string]: unknown; schemas?: Record<string, Schema> };
};

/** Keyword that carries a schema's exported name as `room/Name` until the schema becomes a component. */
export const nameKeyword = 'x-named';

/** Shorter schemas stay inline: a reference would be as long and say less. */
const minLength = 60;

const single = ['items', 'additionalProperties', 'propertyNames', 'not'] as const;
const lists = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const;

/** Returns the schema with its direct subschemas replaced; `field` is the name of a property. */
function mapParts(schema: Schema, change: (part: Schema, field?: string) => Schema): Schema {
  const changed: Schema = { ...schema };
  if (schema.properties)
    changed.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, part]) => [name, change(part, name)]),
    );
  for (const keyword of single) {
    const part = schema[keyword];
    if (typeof part === 'object' && part !== null) changed[keyword] = change(part as Schema);
  }
  for (const keyword of lists) {
    const parts = schema[keyword];
    if (Array.isArray(parts)) changed[keyword] = parts.map((part) => change(part as Schema));
  }
  return changed;
}

/** Separates annotations of one place (description, default) from the schema that several places share. */
function apart({ description, default: fallback, ...shared }: Schema): { shared: Schema; said: Schema } {
  const said = {
    ...(description !== undefined && { description }),
    ...(fallback !== undefined && { default: fallback }),
  };
  return { shared, said };
}

const isNullable = ({ anyOf, ...rest }: Schema) =>
  anyOf?.length === 2 && Object.keys(rest).length === 0 && anyOf.some(({ type }) => type === 'null');

/** Returns whether a schema may become a component. Lists and nullable wrappers stay inline; their content may be shared. */
function canBeShared({ shared, key }: Node): boolean {
  return key.length >= minLength && shared.type !== 'array' && !isNullable(shared);
}

/** Returns whether most occurrences carry an exported name; small schemas of different rooms are often equal by coincidence. */
const isNamed = ({ named, occurrences }: Node) => named * 2 > occurrences;

const capital = (text: string) =>
  (text.match(/[a-zA-Z0-9]+/g) ?? []).map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
const singular = (text: string) => (/[^s]s$/.test(text) ? text.replace(/ies$/, 'y').replace(/s$/, '') : text);

/** A distinct schema with its subschemas. */
type Node = {
  shared: Schema;
  key: string;
  height: number;
  /** Number of places where it would be written if it stayed inline. */
  uses: number;
  parts: Node[];
  /** Names of the properties that it describes, in document order. */
  fields: Set<string>;
  /** Schemas that contain it, each with the property. */
  within: Map<Node, string>;
  /** Operation and place of its first occurrence. */
  first: string;
  /** Rooms whose operations contain it. */
  rooms: Set<string>;
  /** Exported names, and the number of occurrences that carry one. */
  names: Set<string>;
  occurrences: number;
  named: number;
  /** Whether it occurs in requests only. */
  isInput: boolean;
  name?: string;
};

/** A place in the document where a schema occurs. */
type Place = { first: string; room: string; isInput: boolean; field?: string; within?: Node };

const formats: Record<string, string> = {
  uuid: 'Uuid',
  'date-time': 'DateTime',
  date: 'CalendarDate',
  uri: 'Uri',
};

/**
 * Moves schemas that occur several times, or that a room exports by name, into `components.schemas`. The dereferenced result equals the input.
 *
 * A component is named by the first of these that is free: its exported name; its format; its property, if all its properties have the same
 * name and no other component does; a containing schema and the property (the shortest such name); its operation and the property, or the
 * operation with `Request` or `Response`. Names that are taken get the room as a prefix or a number.
 */
export function withComponents(described: Document): Document {
  const namesOf = new WeakMap<Schema, string>();
  const document = withoutNames(described, (schema, name) => namesOf.set(schema, name));
  const nodes = new Map<string, Node>();

  function note(schema: Schema, place: Place): Node {
    const { shared } = apart(schema);
    const key = JSON.stringify(shared);
    const { first, room, field, isInput, within } = place;
    let node = nodes.get(key);
    const isNew = node === undefined;
    node ??= {
      shared,
      key,
      first,
      isInput,
      height: 0,
      uses: 0,
      parts: [],
      fields: new Set(),
      within: new Map(),
      rooms: new Set(),
      names: new Set(),
      occurrences: 0,
      named: 0,
    };
    nodes.set(key, node);
    const own = node;
    mapParts(shared, (part, name) => {
      const inner = note(part, {
        ...place,
        ...(name === undefined
          ? // Items of a list and alternatives are named by the property of the whole.
            { within: within ?? own, ...(field !== undefined && { field: singular(field) }) }
          : { first: `${first} ${name}`, field: name, within: own }),
      });
      if (isNew) own.parts.push(inner);
      own.height = Math.max(own.height, inner.height + 1);
      return part;
    });
    const name = namesOf.get(schema);
    node.occurrences += 1;
    if (name !== undefined) {
      node.names.add(name);
      node.named += 1;
    }
    if (field !== undefined) {
      node.fields.add(field);
      if (within && !node.within.has(within)) node.within.set(within, field);
    }
    node.rooms.add(room);
    node.isInput &&= isInput;
    return node;
  }

  changeSchemas(document, (schema, place) => {
    note(schema, place).uses += 1;
    return schema;
  });
  const shared = new Map<string, Node>();
  // Containing schemas come before their parts.
  for (const node of [...nodes.values()].toSorted((a, b) => b.height - a.height)) {
    const isShared = canBeShared(node) && (isNamed(node) || node.uses > 1);
    if (isShared) shared.set(node.key, node);
    for (const part of node.parts) part.uses += isShared ? 1 : node.uses;
  }
  nameAll([...nodes.values()].filter(({ key }) => shared.has(key)));

  function refer(schema: Schema): Schema {
    const { shared: bare, said } = apart(schema);
    const node = shared.get(JSON.stringify(bare));
    return node ? { $ref: `#/components/schemas/${node.name}`, ...said } : mapParts(schema, refer);
  }
  const schemas = [...shared.values()].map(
    ({ name = '', shared: schema }) => [name, mapParts(schema, refer)] as const,
  );
  return {
    ...changeSchemas(document, refer),
    components: { ...document.components, schemas: sorted(schemas) },
  };
}

/** Removes the exported names from all schemas. */
export function withoutNames(document: Document, note?: (schema: Schema, name: string) => void): Document {
  function unnamed(schema: Schema): Schema {
    const { [nameKeyword]: name, ...plain } = mapParts(schema, unnamed);
    if (typeof name === 'string') note?.(plain, name);
    return plain;
  }
  return changeSchemas(document, unnamed);
}

const sorted = <Value>(entries: (readonly [string, Value])[]) =>
  Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Replaces each schema of each operation; a parameter's schema has the parameter's name as its field. */
function changeSchemas(document: Document, change: (schema: Schema, place: Place) => Schema): Document {
  return withEach(document, ({ parameters, requestBody, responses, ...operation }) => {
    const { operationId, tags = [] } = operation;
    const place = (what: string, isInput: boolean): Place => ({
      first: `${operationId} ${what}`,
      room: tags[0] ?? '',
      isInput,
    });
    const ofMedia = <Part extends { content?: Record<string, Media> }>(part: Part, at: Place): Part =>
      part.content ? { ...part, content: mapValues(part.content, (media) => ofSchema(media, at)) } : part;
    const ofSchema = <Part extends { schema?: Schema }>(part: Part, at: Place): Part =>
      part.schema ? { ...part, schema: change(part.schema, at) } : part;
    return {
      ...operation,
      ...(parameters && {
        parameters: parameters.map((each) => ofSchema(each, { ...place(each.name, true), field: each.name })),
      }),
      ...(requestBody && { requestBody: ofMedia(requestBody, place('request', true)) }),
      responses: mapValues(responses, (answer) => ofMedia(answer, place('response', false))),
    };
  });
}

export const mapValues = <From, To>(record: Record<string, From>, change: (value: From, key: string) => To) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));

/** Replaces each operation. */
export function withEach(document: Document, change: (operation: Operation) => Operation): Document {
  return {
    ...document,
    paths: mapValues(document.paths ?? {}, (methods) => mapValues(methods, (each) => change(each))),
  };
}

/** Assigns unique names; exported names come first, so that derived ones never take them. */
function nameAll(nodes: readonly Node[]): void {
  const taken = new Set<string>();
  const take = (node: Node, wished: readonly string[]) => {
    const last = wished.at(-1) ?? '';
    let name = wished.find((each) => !taken.has(each));
    for (let count = 2; name === undefined; count += 1)
      if (!taken.has(`${last}${count}`)) name = `${last}${count}`;
    taken.add(name);
    node.name = name;
  };
  const fieldOf = ({ fields }: Node) => {
    const [field, ...others] = new Set([...fields].map((each) => capital(singular(each))));
    return others.length === 0 ? field : undefined;
  };

  const exported = nodes.filter(isNamed).map((node) => {
    const names = [...node.names].map((each) => each.split('/'));
    const [room = '', name = ''] = names.find(([each = '']) => node.rooms.has(each)) ?? names[0] ?? [];
    return { node, room, name, isOwn: name.startsWith(capital(singular(room))) };
  });
  // Responses take the plain name before requests (`Progress`, `ProgressInput`), and a room takes names that begin like itself
  // (`OrderInput` of orders) before other rooms.
  const rank = ({ node, isOwn }: (typeof exported)[number]) => (node.isInput ? 2 : 0) + (isOwn ? 0 : 1);
  for (const { node, room, name } of exported.toSorted((a, b) => rank(a) - rank(b))) {
    const whole = capital(`${room} ${name}`);
    const isOther = node.isInput && !name.endsWith('Input');
    take(node, isOther ? [name, `${name}Input`, whole, `${whole}Input`] : [name, whole]);
  }
  const fields = Map.groupBy(
    nodes.filter(({ name }) => name === undefined),
    fieldOf,
  );
  // Containing schemas are named first, because their parts are named after them.
  for (const node of nodes.toSorted((a, b) => b.height - a.height)) {
    if (node.name !== undefined) continue;
    const { shared, within, first } = node;
    const field = fieldOf(node);
    const [call = '', ...way] = first.split(' ');
    const format = shared.type === 'string' ? formats[shared.format ?? ''] : undefined;
    const around = [...within].flatMap(([outer, name]) =>
      outer.name === undefined
        ? []
        : [capital(`${outer.name.replace(/(Detail|Summary|Card)$/, '')} ${name}`)],
    );
    take(node, [
      ...(format === undefined ? [] : [format]),
      ...(field !== undefined && fields.get(field)?.length === 1 ? [field] : []),
      ...around.toSorted((a, b) => a.length - b.length),
      capital(`${call} ${within.size > 0 ? [...within.values()][0] : way.join(' ')}`),
    ]);
  }
}

type AnyPart = Parameter | Answer | NonNullable<Operation['requestBody']>;

/** Moves parameters, bodies and answers that occur several times into components, where that is shorter. */
export function withSharedParts(document: Document): Document {
  const kinds = {
    parameters: sharedParts('parameters', namesOfParameter),
    requestBodies: sharedParts('requestBodies', namesOfBody),
    responses: sharedParts('responses', namesOfAnswer),
  };
  const withEachPart = (act: 'note' | 'refer') =>
    withEach(document, ({ parameters, requestBody, responses, ...operation }) => ({
      ...operation,
      ...(parameters && { parameters: parameters.map(kinds.parameters[act]) }),
      ...(requestBody && { requestBody: kinds.requestBodies[act](requestBody) }),
      responses: mapValues(responses, kinds.responses[act]),
    }));
  withEachPart('note');
  const chosen = mapValues(kinds, ({ choose }, kind) =>
    choose((document.components?.[kind] ?? {}) as Record<string, never>),
  );
  return { ...withEachPart('refer'), components: { ...document.components, ...chosen } };
}

/** Collects equal parts of one kind, chooses those that are shared, and replaces them by references. */
function sharedParts<Kind extends AnyPart>(kind: string, namesOf: (part: Kind) => string[]) {
  const uses = new Map<string, { part: Kind; count: number }>();
  const refs = new Map<string, string>();
  return {
    note(part: Kind): Kind {
      const key = JSON.stringify(part);
      uses.set(key, { part, count: (uses.get(key)?.count ?? 0) + 1 });
      return part;
    },
    /** Adds the shared parts to those that have names already; the more frequent of two has the shorter name. */
    choose(named: Record<string, Kind>): Record<string, Kind> {
      const chosen = { ...named };
      for (const [key, { part, count }] of [...uses].toSorted(([, a], [, b]) => b.count - a.count)) {
        const name = namesOf(part).find((each) => !(each in chosen));
        const $ref = `#/components/${kind}/${name}`;
        const saved = (count - 1) * key.length - count * `{"$ref":"${$ref}"}`.length;
        if (name === undefined || saved <= 0) continue;
        chosen[name] = part;
        refs.set(key, $ref);
      }
      return sorted(Object.entries(chosen));
    },
    refer(part: Kind): Kind {
      const $ref = refs.get(JSON.stringify(part));
      return $ref === undefined ? part : ({ $ref } as Kind);
    },
  };
}

/** `Page`; another form of it is named with its value where it is left out, its choices, its schema or its type. */
function namesOfParameter({ name, schema = {} }: Parameter): string[] {
  const { default: fallback, type, format, enum: choices } = schema;
  const kind = format ?? (type === 'string' ? 'text' : String(type));
  return [
    capital(name),
    ...(fallback === undefined ? [] : [capital(`${name} ${JSON.stringify(fallback)}`)]),
    ...(choices ? [capital(`${name} ${choices.join(' ')}`)] : []),
    capital(`${name} ${schema.$ref ? refOf(schema) : kind}`),
  ];
}

const refOf = ({ $ref = '' }: Schema) => $ref.split('/').at(-1) ?? '';

/** Named by its schema; a body without a named one is not shared. */
function namesOfBody({ content = {} }: NonNullable<Operation['requestBody']>): string[] {
  const [schema] = Object.values(content).map((media) => media.schema ?? {});
  return schema?.$ref ? [refOf(schema)] : [];
}

/** `OrderDetail`, `OrderDetailCreated`, `ServiceCardList`, `CsvFile`. */
function namesOfAnswer({ description = '', content = {} }: Answer): string[] {
  const [[type = '', { schema = {} }] = ['', {}]] = Object.entries(content);
  const name =
    schema.format === 'binary'
      ? capital(`${type.split('/').at(-1)} file`)
      : (schema.$ref && refOf(schema)) || (schema.items?.$ref && `${refOf(schema.items)}List`);
  return name ? [name, capital(`${name} ${description.split(/[ ;]/)[0]}`)] : [];
}
