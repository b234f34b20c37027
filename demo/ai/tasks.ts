import type { Task } from './train.ts';

const pickOf = (random: () => number, count: number): number => Math.floor(random() * count);

/** A class is a cloud around its centre; `tight` is how wide the cloud is in each feature. */
const clouds =
  (centres: number[][], tight: number[]): Task['draw'] =>
  (random, normal) => {
    const y = pickOf(random, centres.length);
    const centre = centres[y] ?? [];
    return { x: centre.map((value, k) => value + normal() * (tight[k] ?? 1)), y };
  };

export const layerDefects: Task = {
  slug: 'layer-defects',
  seed: 11,
  features: ['height_var', 'edge_rough', 'gap_ratio', 'width_err', 'shift_px'],
  classes: ['ok', 'under', 'over', 'shifted', 'stringing'],
  hidden: 16,
  epochs: 28,
  samples: 900,
  draw: clouds(
    [
      [0.2, 0.8, 0.02, 0.0, 0.4],
      [0.5, 1.3, 0.13, -0.14, 0.6],
      [0.45, 1.5, 0.01, 0.15, 0.6],
      [0.4, 1.2, 0.03, 0.01, 3.2],
      [0.3, 2.6, 0.04, 0.02, 0.7],
    ],
    [0.14, 0.42, 0.03, 0.06, 0.7],
  ),
};

const bandRgb = [
  [26, 24, 24],
  [104, 62, 34],
  [190, 40, 36],
  [226, 116, 24],
  [232, 196, 40],
  [52, 124, 58],
  [34, 82, 160],
  [104, 44, 130],
  [128, 128, 126],
  [226, 224, 216],
  [176, 142, 58],
];

export const resistorBands: Task = {
  slug: 'resistor-bands',
  seed: 23,
  features: ['red', 'green', 'blue'],
  classes: ['black', 'brown', 'red', 'orange', 'yellow', 'green', 'blue', 'violet', 'grey', 'white', 'gold'],
  hidden: 20,
  epochs: 34,
  samples: 1200,
  draw: (random, normal) => {
    const y = pickOf(random, bandRgb.length);
    const lamp = 0.82 + random() * 0.34;
    const warm = (random() - 0.5) * 0.14;
    const [r = 0, g = 0, b = 0] = bandRgb[y] ?? [];
    return {
      x: [
        r * lamp * (1 + warm) + normal() * 17,
        g * lamp + normal() * 17,
        b * lamp * (1 - warm) + normal() * 17,
      ],
      y,
    };
  },
};

export const gestures: Task = {
  slug: 'wrist-gestures',
  seed: 31,
  features: ['peak_x', 'peak_y', 'peak_z', 'energy', 'zero_cross', 'tilt'],
  classes: ['still', 'tap', 'shake', 'turn_left', 'turn_right'],
  hidden: 14,
  epochs: 26,
  samples: 900,
  draw: clouds(
    [
      [0.1, 0.1, 0.1, 0.05, 1, 0],
      [0.5, 0.4, 2.2, 0.5, 3, 0.1],
      [2.1, 1.2, 0.8, 2.4, 9, 0.2],
      [1.0, 0.6, 0.7, 0.8, 3, -1.1],
      [1.0, 0.6, 0.7, 0.8, 3, 1.1],
    ],
    [0.42, 0.34, 0.4, 0.35, 1.5, 0.42],
  ),
};

export const printTime: Task = {
  slug: 'print-time',
  seed: 41,
  features: ['volume_cm3', 'height_mm', 'layer_mm', 'infill', 'speed_mm_s'],
  output: { name: 'minutes', unit: 'min' },
  hidden: 24,
  epochs: 44,
  samples: 900,
  draw: (random, normal) => {
    const volume = 5 + random() * 180;
    const height = 8 + random() * 140;
    const layer = 0.1 + random() * 0.22;
    const infill = random() * 0.6;
    const speed = 60 + random() * 190;
    const solid = volume * (0.32 + infill * 0.6);
    const minutes = (solid * 1000) / (layer * 0.44 * speed * 0.72 * 60) + (height / layer) * 0.028 + 4;
    return { x: [volume, height, layer, infill, speed], y: minutes * (1 + normal() * 0.04) };
  },
};

export const filamentSensor: Task = {
  slug: 'filament-spectrum',
  seed: 53,
  features: ['nir_940', 'nir_1050', 'nir_1200', 'nir_1300', 'nir_1450', 'nir_1650'],
  classes: ['PLA', 'PETG', 'ABS', 'TPU', 'PA'],
  hidden: 16,
  epochs: 26,
  samples: 900,
  draw: (random, normal) => {
    const shapes = [
      [0.82, 0.8, 0.62, 0.7, 0.55, 0.42],
      [0.8, 0.79, 0.7, 0.62, 0.6, 0.36],
      [0.76, 0.77, 0.58, 0.66, 0.63, 0.5],
      [0.79, 0.74, 0.55, 0.58, 0.5, 0.46],
      [0.77, 0.75, 0.6, 0.54, 0.4, 0.4],
    ];
    const y = pickOf(random, shapes.length);
    const gain = 0.86 + random() * 0.24;
    return { x: (shapes[y] ?? []).map((value) => value * gain + normal() * 0.036), y };
  },
};

export const bearing: Task = {
  slug: 'bearing-check',
  seed: 61,
  features: ['rms', 'kurtosis', 'crest', 'band_bpfo', 'band_bpfi', 'temp_rise'],
  classes: ['healthy', 'outer_race', 'inner_race', 'unbalance'],
  hidden: 14,
  epochs: 26,
  samples: 900,
  draw: clouds(
    [
      [0.8, 3.0, 3.2, 0.2, 0.2, 6],
      [1.5, 5.6, 5.1, 1.5, 0.5, 11],
      [1.6, 5.2, 5.0, 0.6, 1.5, 12],
      [2.3, 3.1, 3.0, 0.4, 0.4, 10],
    ],
    [0.34, 0.9, 0.75, 0.36, 0.36, 3],
  ),
};

export const watering: Task = {
  slug: 'watering-hours',
  seed: 71,
  features: ['moisture', 'temp_c', 'humidity', 'light_klux', 'pot_litre'],
  output: { name: 'hours', unit: 'h' },
  hidden: 20,
  epochs: 40,
  samples: 900,
  draw: (random, normal) => {
    const moisture = 25 + random() * 60;
    const temp = 14 + random() * 18;
    const humidity = 30 + random() * 50;
    const light = random() * 40;
    const litre = 0.4 + random() * 3;
    const loss = ((0.35 + (temp - 10) * 0.045 + light * 0.02) * (1.35 - humidity / 100)) / Math.sqrt(litre);
    return {
      x: [moisture, temp, humidity, light, litre],
      y: Math.max(0, (moisture - 22) / loss) * (1 + normal() * 0.05),
    };
  },
};

export const flightTime: Task = {
  slug: 'flight-minutes',
  seed: 83,
  features: ['weight_g', 'battery_mah', 'cells', 'prop_inch', 'wind_ms', 'throttle'],
  output: { name: 'minutes', unit: 'min' },
  hidden: 24,
  epochs: 44,
  samples: 900,
  draw: (random, normal) => {
    const weight = 120 + random() * 700;
    const capacity = 450 + random() * 1800;
    const cells = 2 + pickOf(random, 5);
    const prop = 2.5 + random() * 4.5;
    const wind = random() * 9;
    const throttle = 0.25 + random() * 0.5;
    const watts = (weight / (5.2 + prop * 0.9)) * (0.7 + throttle) * (1 + wind * 0.035);
    return {
      x: [weight, capacity, cells, prop, wind, throttle],
      y: (((capacity / 1000) * 3.7 * cells * 0.8 * 60) / watts / 4) * (1 + normal() * 0.04),
    };
  },
};

export const lineSteering: Task = {
  slug: 'line-steering',
  seed: 97,
  features: ['ir1', 'ir2', 'ir3', 'ir4', 'ir5'],
  output: { name: 'steer', unit: '' },
  hidden: 12,
  epochs: 32,
  samples: 900,
  draw: (random, normal) => {
    const place = (random() - 0.5) * 5;
    const wide = 0.6 + random() * 0.4;
    const x = [-2, -1, 0, 1, 2].map((at) => Math.exp(-(((at - place) / wide) ** 2)) + normal() * 0.05);
    return { x, y: Math.tanh(place * 0.7) };
  },
};

const segments = [
  '1110111',
  '0010010',
  '1011101',
  '1011011',
  '0111010',
  '1101011',
  '1101111',
  '1010010',
  '1111111',
  '1111011',
];

export const meterDigits: Task = {
  slug: 'meter-digits',
  seed: 101,
  features: ['top', 'upper_left', 'upper_right', 'middle', 'lower_left', 'lower_right', 'bottom'],
  classes: ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'],
  hidden: 20,
  epochs: 26,
  samples: 1000,
  draw: (random, normal) => {
    const y = pickOf(random, 10);
    const glare = random() * 0.3;
    const x = [...(segments[y] ?? '')].map(
      (lit) => (lit === '1' ? 0.86 : 0.14) * (1 - glare) + glare + normal() * 0.17,
    );
    return { x, y };
  },
};

export const tapTone: Task = {
  slug: 'wood-tap-tone',
  seed: 113,
  features: ['peak_hz', 'decay_ms', 'brightness', 'second_peak'],
  classes: ['walnut', 'oak', 'pine', 'birch_ply', 'mdf'],
  hidden: 16,
  epochs: 28,
  samples: 900,
  draw: clouds(
    [
      [520, 68, 0.44, 2.2],
      [610, 82, 0.52, 2.35],
      [700, 56, 0.6, 2.6],
      [640, 44, 0.36, 2.1],
      [430, 26, 0.22, 1.8],
    ],
    [42, 9, 0.07, 0.16],
  ),
};
