import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { byMaterial, readGcode, readSliced3mf, together } from './sliced.ts';

test.each([
  [
    'PrusaSlicer',
    'G1 X1\n; filament used [mm] = 1491.16\n; filament used [cm3] = 3.59\n; filament used [g] = 4.45\n; filament cost = 0.00\n; total filament used [g] = 4.45\n; estimated printing time (normal mode) = 1d 2h 13m 45s\n; estimated printing time (silent mode) = 2d 0h 0m 0s\n',
    { grams: 4.45, seconds: 94_425 },
  ],
  [
    'PrusaSlicer without a density',
    '; filament used [cm3] = 10.00\r\n; total filament used [g] = 0.00\r\n; estimated printing time (normal mode) = 5m 1s\r\n',
    { grams: 12.4, seconds: 301 },
  ],
  [
    'two extruders',
    '; filament used [g] = 4.50, 1.25\n; estimated printing time (normal mode) = 10s\n',
    { grams: 5.75, seconds: 10 },
  ],
  [
    'Bambu Studio',
    '; HEADER_BLOCK_START\n; BambuStudio 01.08\n; model printing time: 1h 2m 3s; total estimated time: 1h 8m 3s\n; total filament weight [g] : 12.30,0.70\n; HEADER_BLOCK_END\n',
    { grams: 13, seconds: 4083 },
  ],
  [
    'OrcaSlicer',
    '; filament used [g] = 20.83\n; total filament used [g] = 21.00\n; estimated printing time (normal mode) = 1h 27m 5s\n',
    { grams: 21, seconds: 5225 },
  ],
  [
    'Cura',
    ';FLAVOR:Marlin\n;TIME:6666\n;Filament used: 1.5m, 0.5m\n;Layer height: 0.2\n;TIME_ELAPSED:99.1\n',
    { grams: expect.closeTo(5.965, 2), seconds: 6666 },
  ],
  [
    'Cura for machines of its makers',
    ';PRINT.TIME:3600\n;EXTRUDER_TRAIN.0.MATERIAL.VOLUME_USED:1000\n;EXTRUDER_TRAIN.1.MATERIAL.VOLUME_USED:1000\n',
    { grams: 2.48, seconds: 3600 },
  ],
  ['another program', 'G28\n; hello: world\n', { grams: null, seconds: null }],
])('%s says weight and time in its comments', (_name, text, said) => {
  expect(readGcode(text)).toMatchObject(said);
});

test('slicers that tell no weight are weighed by the density of the material', () => {
  expect(readGcode('; filament used [cm3] = 10.0', 1.04).grams).toBeCloseTo(10.4);
});

const config = (plates: string) => `<?xml version="1.0" encoding="UTF-8"?><config>${plates}</config>`;
const plate = (seconds: number, grams: number) =>
  `<plate><metadata key="index" value="1"/><metadata key="prediction" value="${seconds}"/><metadata key="weight" value="${grams}"/><filament id="1" used_g="${grams}"/></plate>`;
const sliced = (xml: string) => zipSync({ 'Metadata/slice_info.config': strToU8(xml) });

test('a sliced 3MF says it for all of its plates', () => {
  const plates = readSliced3mf(sliced(config(plate(5225, 20.83) + plate(100, 1.17))));
  expect(together(plates)).toEqual({ grams: 22, seconds: 5325 });
});

test('a 3MF that was not sliced says nothing', () => {
  const nothing = { grams: null, seconds: null };
  expect(together(readSliced3mf(zipSync({ '3D/3dmodel.model': strToU8('<model/>') })))).toEqual(nothing);
  expect(together(readSliced3mf(sliced(config(''))))).toEqual(nothing);
});

test('no 3MF at all is refused, and so are entities', () => {
  expect(() => readSliced3mf(strToU8('no zip'))).toThrow('malformed');
  expect(() => readSliced3mf(sliced('<!DOCTYPE x><config/>'))).toThrow('unsafe_xml');
});

test('several files add up where all of them say it', () => {
  expect(together([])).toEqual({ grams: null, seconds: null });
  expect(
    together([
      { grams: 1, seconds: 10 },
      { grams: 2, seconds: null },
    ]),
  ).toEqual({ grams: 3, seconds: null });
});

describe('materials of one order', () => {
  const told = (types: string, grams: string, time = '1h') =>
    readGcode(
      `; filament used [g] = ${grams}\n; estimated printing time (normal mode) = ${time}\n; filament_type = ${types}\n`,
    );
  const nothing = { grams: null, seconds: null };

  test('get what their own plates say', () => {
    const plates = [told('PLA', '10.5'), told('petg', '4', '30m'), told('PLA;PLA', '1.5, 2')];
    expect(byMaterial(plates, ['PLA', 'PETG'])).toEqual([
      { grams: 14, seconds: 7200 },
      { grams: 4, seconds: 1800 },
    ]);
    expect(byMaterial([told('PA', '4')], ['PLA', 'Nylon'])).toEqual([nothing, { grams: 4, seconds: 3600 }]);
  });

  test('share the weight of a plate in several of them, but not its hours', () => {
    const both = told('PLA;TPU', '10, 2.5');
    expect(byMaterial([both, told('PLA', '5')], ['PLA', 'TPU'])).toEqual([
      { grams: 15, seconds: null },
      { grams: 2.5, seconds: null },
    ]);
    const filament = (type: string, grams: number) =>
      `<filament id="1" type="${type}" used_m="1" used_g="${grams}"/>`;
    const xml = config(
      `<plate><metadata key="prediction" value="60"/>${filament('PLA', 3)}${filament('TPU', 1)}</plate>` +
        `<plate><metadata key="prediction" value="90"/>${filament('TPU', 2)}</plate>`,
    );
    expect(byMaterial(readSliced3mf(sliced(xml)), ['TPU', 'PLA'])).toEqual([
      { grams: 3, seconds: null },
      { grams: 3, seconds: null },
    ]);
  });

  test('stay open where a plate does not tell them apart', () => {
    const silent = readGcode('; filament used [g] = 3\n; estimated printing time (normal mode) = 1h\n');
    expect(byMaterial([told('PLA', '5'), silent], ['PLA', 'TPU'])).toEqual([nothing, nothing]);
    // Fewer weights than materials.
    expect(told('PLA;TPU;PETG', '10, 2').spools).toBeNull();
    expect(byMaterial([silent], ['PLA'])).toEqual([{ grams: 3, seconds: 3600 }]);
  });
});

test('any text is read, and no amount is below nothing', () => {
  const comment = fc.tuple(
    fc.constantFrom(
      'filament used [g]',
      'total filament used [g]',
      'filament used [cm3]',
      'Filament used',
      'TIME',
      'estimated printing time (normal mode)',
      'total estimated time',
      'filament_type',
    ),
    fc.constantFrom(':', ' = ', '='),
    fc.oneof(fc.string(), fc.double().map(String), fc.constantFrom('-1', '1e400', 'NaN', '1h -2m', '1,,2')),
  );
  fc.assert(
    fc.property(fc.array(comment), fc.string(), (comments, other) => {
      const text = comments.map((parts) => `;${parts.join('')}`).join('\n') + other;
      const { spools, ...said } = readGcode(text);
      const amounts = [...Object.values(said), ...(spools ?? []).map(({ grams }) => grams)].filter(
        (amount) => amount !== null,
      );
      expect(amounts.filter((amount) => !(amount > 0 && Number.isFinite(amount)))).toEqual([]);
    }),
  );
});
