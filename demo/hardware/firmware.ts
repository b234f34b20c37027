/** Arduino sketches for the boards, pin for pin. */
export const plantSketch = String.raw`// 화분 물주기 모니터 - XIAO ESP32C3
// D0 토양 수분 센서, D1 초록 LED, D2 주황 LED, D10 펌프
const int soilPin = D0, okLed = D1, dryLed = D2, pumpPin = D10;

// 물에 담갔을 때와 마른 흙에서 읽은 값으로 바꿔 주세요.
const int wetValue = 1250;
const int dryValue = 2900;
const int waterBelow = 30;            // 퍼센트
const unsigned long pumpMs = 2500;    // 한 번에 물 주는 시간
const unsigned long restMs = 30UL * 60UL * 1000UL;

unsigned long lastWatered = 0;

int moisturePercent() {
  long sum = 0;
  for (int i = 0; i < 16; i++) { sum += analogRead(soilPin); delay(5); }
  return constrain(map(sum / 16, dryValue, wetValue, 0, 100), 0, 100);
}

void setup() {
  Serial.begin(115200);
  pinMode(okLed, OUTPUT);
  pinMode(dryLed, OUTPUT);
  pinMode(pumpPin, OUTPUT);
  digitalWrite(pumpPin, LOW);
}

void loop() {
  int percent = moisturePercent();
  bool dry = percent < waterBelow;
  digitalWrite(okLed, !dry);
  digitalWrite(dryLed, dry);
  Serial.printf("moisture=%d%%\n", percent);
  if (dry && (lastWatered == 0 || millis() - lastWatered > restMs)) {
    digitalWrite(pumpPin, HIGH);
    delay(pumpMs);
    digitalWrite(pumpPin, LOW);
    lastWatered = millis();
  }
  delay(2000);
}
`;

export const lineSketch = String.raw`// 라인트레이서 로봇 - Arduino Nano + L293D
const int sensors[5] = {A0, A1, A2, A3, A4};
const int leftA = 5, leftB = 6, rightA = 9, rightB = 10;
const int startButton = 2, runLed = 3;

const float kp = 38.0, kd = 22.0;
const int baseSpeed = 150;
float lastError = 0;
bool running = false;

float linePosition() {
  long weighted = 0, total = 0;
  for (int i = 0; i < 5; i++) {
    int dark = 1023 - analogRead(sensors[i]);
    if (dark < 200) continue;
    weighted += (long)dark * (i - 2);
    total += dark;
  }
  if (total == 0) return lastError > 0 ? 2.5 : -2.5;  // 선을 놓치면 마지막 방향으로 돕니다.
  return (float)weighted / total;
}

void drive(int pinA, int pinB, int speed) {
  speed = constrain(speed, -255, 255);
  analogWrite(pinA, speed > 0 ? speed : 0);
  analogWrite(pinB, speed < 0 ? -speed : 0);
}

void setup() {
  pinMode(startButton, INPUT_PULLUP);
  pinMode(runLed, OUTPUT);
  for (int pin : {leftA, leftB, rightA, rightB}) pinMode(pin, OUTPUT);
}

void loop() {
  if (digitalRead(startButton) == LOW) {
    running = !running;
    digitalWrite(runLed, running);
    delay(400);
  }
  if (!running) { drive(leftA, leftB, 0); drive(rightA, rightB, 0); return; }
  float error = linePosition();
  int turn = kp * error + kd * (error - lastError);
  lastError = error;
  drive(leftA, leftB, baseSpeed + turn);
  drive(rightA, rightB, baseSpeed - turn);
  delay(8);
}
`;

export const clockSketch = String.raw`// 책상 온습도 시계 - XIAO ESP32C3, SH1106 OLED, SHT31
#include <U8g2lib.h>
#include <Wire.h>

U8G2_SH1106_128X64_NONAME_F_HW_I2C display(U8G2_R0);
const int modeButton = D2, setButton = D3, linkLed = D8;
unsigned long offsetMs = 0;
bool showClimate = true;

bool readClimate(float &celsius, float &humidity) {
  Wire.beginTransmission(0x44);
  Wire.write(0x24);
  Wire.write(0x00);
  if (Wire.endTransmission() != 0) return false;
  delay(20);
  if (Wire.requestFrom(0x44, 6) != 6) return false;
  uint8_t b[6];
  for (int i = 0; i < 6; i++) b[i] = Wire.read();
  celsius = -45.0f + 175.0f * ((b[0] << 8) | b[1]) / 65535.0f;
  humidity = 100.0f * ((b[3] << 8) | b[4]) / 65535.0f;
  return true;
}

void setup() {
  Wire.begin();
  display.begin();
  pinMode(modeButton, INPUT_PULLUP);
  pinMode(setButton, INPUT_PULLUP);
  pinMode(linkLed, OUTPUT);
}

void loop() {
  if (digitalRead(modeButton) == LOW) { showClimate = !showClimate; delay(250); }
  if (digitalRead(setButton) == LOW) { offsetMs += 60000UL; delay(180); }
  unsigned long minutes = (millis() + offsetMs) / 60000UL;
  char text[24];
  display.clearBuffer();
  display.setFont(u8g2_font_logisoso28_tn);
  snprintf(text, sizeof text, "%02lu:%02lu", (minutes / 60) % 24, minutes % 60);
  display.drawStr(14, 34, text);
  float celsius, humidity;
  bool ok = readClimate(celsius, humidity);
  digitalWrite(linkLed, ok);
  if (showClimate && ok) {
    display.setFont(u8g2_font_7x13_tf);
    snprintf(text, sizeof text, "%.1f C   %.0f %%", celsius, humidity);
    display.drawStr(20, 60, text);
  }
  display.sendBuffer();
  delay(200);
}
`;

export const macroSketch = String.raw`// 여섯 키 매크로패드 - 2행 3열 스캔 (BLE 키보드는 NimBLE 기반 라이브러리를 쓰세요)
const int rows[2] = {D0, D1};
const int cols[3] = {D8, D9, D10};
const char *labels[6] = {"copy", "paste", "undo", "mute", "prev", "next"};
bool down[6];

void setup() {
  Serial.begin(115200);
  for (int r : rows) { pinMode(r, OUTPUT); digitalWrite(r, HIGH); }
  for (int c : cols) pinMode(c, INPUT_PULLUP);
}

void loop() {
  for (int r = 0; r < 2; r++) {
    digitalWrite(rows[r], LOW);
    delayMicroseconds(30);
    for (int c = 0; c < 3; c++) {
      int key = r * 3 + c;
      bool pressed = digitalRead(cols[c]) == LOW;
      if (pressed != down[key]) {
        down[key] = pressed;
        if (pressed) Serial.println(labels[key]);
      }
    }
    digitalWrite(rows[r], HIGH);
  }
  delay(5);
}
`;

export const stepperSketch = String.raw`// 촬영용 턴테이블 - Arduino Nano + A4988
const int stepPin = 3, dirPin = 4, enablePin = 5, goButton = 2, speedPot = A0;
const long stepsPerTurn = 200L * 16L * 6L;  // 모터 200스텝, 1/16 마이크로스텝, 기어 6:1

void setup() {
  pinMode(stepPin, OUTPUT);
  pinMode(dirPin, OUTPUT);
  pinMode(enablePin, OUTPUT);
  pinMode(goButton, INPUT_PULLUP);
  digitalWrite(enablePin, HIGH);
}

void loop() {
  if (digitalRead(goButton) == HIGH) return;
  delay(30);
  digitalWrite(enablePin, LOW);
  digitalWrite(dirPin, HIGH);
  for (long i = 0; i < stepsPerTurn; i++) {
    int slow = map(analogRead(speedPot), 0, 1023, 1200, 220);
    // 처음과 끝 400스텝은 천천히 움직여 물건이 미끄러지지 않게 합니다.
    long edge = min(i, stepsPerTurn - i);
    if (edge < 400) slow += (400 - edge) * 3;
    digitalWrite(stepPin, HIGH);
    delayMicroseconds(4);
    digitalWrite(stepPin, LOW);
    delayMicroseconds(slow);
  }
  digitalWrite(enablePin, HIGH);
}
`;

export const fanSketch = String.raw`// Fume extractor fan controller - ATtiny412 (megaTinyCore)
// PA1 speed knob, PA3 25 kHz PWM, PA2 tachometer
const uint8_t knob = PIN_PA1, pwmPin = PIN_PA3, tach = PIN_PA2;
volatile uint16_t pulses = 0;
void countPulse() { pulses++; }

void setup() {
  pinMode(pwmPin, OUTPUT);
  pinMode(tach, INPUT);
  attachInterrupt(digitalPinToInterrupt(tach), countPulse, FALLING);
  takeOverTCA0();
  PORTMUX.CTRLC = 0;
  TCA0.SINGLE.PER = 799;  // 20 MHz / 800 = 25 kHz
  TCA0.SINGLE.CTRLB = TCA_SINGLE_CMP0EN_bm | TCA_SINGLE_WGMODE_SINGLESLOPE_gc;
  TCA0.SINGLE.CTRLA = TCA_SINGLE_CLKSEL_DIV1_gc | TCA_SINGLE_ENABLE_bm;
}

void loop() {
  uint16_t wanted = map(analogRead(knob), 0, 1023, 0, 800);
  if (wanted < 120) wanted = 0;  // below 15 % most fans stall
  TCA0.SINGLE.CMP0 = wanted;
  pulses = 0;
  delay(500);
  // A fan that should turn but does not gets a full-speed kick.
  if (wanted > 0 && pulses == 0) { TCA0.SINGLE.CMP0 = 800; delay(400); }
}
`;

export const diceSketch = String.raw`// 전자 주사위 - ATtiny85 (ATTinyCore)
// PB0 대각선 한 쌍, PB1 가운데 줄, PB2 반대 대각선, PB4 가운데 점, PB3 버튼
const uint8_t pairA = 0, pairB = 1, pairC = 2, middle = 4, button = 3;

void show(uint8_t n) {
  digitalWrite(middle, n & 1);
  digitalWrite(pairA, n >= 2);
  digitalWrite(pairC, n >= 4);
  digitalWrite(pairB, n == 6);
}

void setup() {
  for (uint8_t pin : {pairA, pairB, pairC, middle}) pinMode(pin, OUTPUT);
  pinMode(button, INPUT_PULLUP);
  show(6);
}

void loop() {
  static uint8_t face = 1;
  static unsigned long spins = 0;
  if (digitalRead(button) == LOW) {       // 누르는 동안 빠르게 돌립니다.
    spins++;
    face = (face + 1 + (micros() & 3)) % 6 + 1;
    show(face);
    delay(25);
  } else if (spins > 0) {                 // 손을 떼면 점점 느려집니다.
    for (int wait = 40; wait < 360; wait += 40) { face = face % 6 + 1; show(face); delay(wait); }
    spins = 0;
  }
}
`;
