import {
  byMaterial,
  commentBytes,
  readGcode,
  readSliced3mf,
  type Sliced,
  type SlicedPlate,
} from '#platform/shared/models/sliced.ts';
import { asComments, BgcodeError, isBgcode, readBgcode } from '#platform/shared/bgcode.ts';
import { ModelError, modelLimits } from '#platform/shared/models/mesh.ts';
import { usualDensity } from '#platform/shared/models/densities.ts';

const nothing: SlicedPlate[] = [{ grams: null, seconds: null, spools: null }];

/**
 * Reads what slicers wrote into files, in the browser: nothing is sent. Several files are the plates of one order. Returns
 * what they say of each of its materials.
 */
export async function readSlicedFiles(
  files: readonly File[],
  materials: readonly string[],
): Promise<Sliced[]> {
  const [material = ''] = materials;
  const plates = await Promise.all(files.map((file) => readOne(file, material)));
  return byMaterial(plates.flat(), materials);
}

async function readOne(file: File, material: string): Promise<SlicedPlate[]> {
  if (isBgcode(file.name)) return readBinary(file, material);
  if (!/\.3mf$/i.test(file.name)) return [readGcode(await readEnds(file), usualDensity(material))];
  if (file.size > modelLimits.bytes) return nothing;
  try {
    const plates = readSliced3mf(new Uint8Array(await file.arrayBuffer()));
    return plates.length > 0 ? plates : nothing;
  } catch (error) {
    if (error instanceof ModelError) return nothing;
    throw error;
  }
}

async function readBinary(file: File, material: string): Promise<SlicedPlate[]> {
  const read = async (start: number, length: number) =>
    new Uint8Array(await file.slice(start, start + length).arrayBuffer());
  try {
    return [readGcode(asComments(await readBgcode(read, file.size)), usualDensity(material))];
  } catch (error) {
    if (error instanceof BgcodeError) return nothing;
    throw error;
  }
}

/** Reads the beginning and the end, where slicers write comments; what lies between can be hundreds of megabytes. */
async function readEnds(file: File): Promise<string> {
  if (file.size <= 2 * commentBytes) return file.text();
  const parts = [file.slice(0, commentBytes), file.slice(-commentBytes)];
  return (await Promise.all(parts.map((part) => part.text()))).join('\n');
}
