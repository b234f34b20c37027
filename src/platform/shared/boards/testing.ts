/** Small boards as programs write them, for tests. */

export const kicadBoard = `(kicad_pcb (version 20221018) (generator pcbnew)
  (general (thickness 1.6))
  (layers (0 "F.Cu" signal) (1 "In1.Cu" signal) (31 "B.Cu" signal) (37 "F.SilkS" user "F.Silkscreen") (39 "F.Mask" user) (44 "Edge.Cuts" user))
  (footprint "Resistor_SMD:R_0603" (layer "F.Cu") (at 120 80 90)
    (fp_text reference "R1" (at 0 -1.5 90) (layer "F.SilkS") (effects (font (size 1 1) (thickness 0.15))))
    (fp_line (start -1 -0.5) (end 1 -0.5) (stroke (width 0.12) (type solid)) (layer "F.SilkS"))
    (pad "1" smd roundrect (at -1 0 90) (size 0.8 1) (layers "F.Cu" "F.Mask") (roundrect_rratio 0.25))
    (pad "2" smd rect (at 1 0 90) (size 0.8 1) (layers "F.Cu" "F.Mask"))
    (pad "3" thru_hole oval (at 0 3 90) (size 2 1) (drill oval 1.2 0.6) (layers "*.Cu" "*.Mask")))
  (gr_rect (start 100 60) (end 150 90) (stroke (width 0.1) (type default)) (fill none) (layer "Edge.Cuts"))
  (gr_circle (center 105 65) (end 106 65) (stroke (width 0.1) (type default)) (fill none) (layer "F.SilkS"))
  (gr_text "<script>\\"공방\\"" (at 130 70 0) (layer "F.SilkS") (effects (font (size 1.5 1.5))))
  (segment (start 110 70) (end 120 70) (width 0.25) (layer "F.Cu") (net 1))
  (arc (start 120 70) (mid 122.1 70.9) (end 123 73) (width 0.25) (layer "B.Cu") (net 1))
  (via (at 110 70) (size 0.8) (drill 0.4) (layers "F.Cu" "B.Cu") (net 1))
  (zone (net 0) (layer "B.Cu") (filled_polygon (layer "B.Cu") (pts (xy 101 61) (xy 149 61) (xy 149 89) (xy 101 89))))
)`;

export const topCopper = `%TF.FileFunction,Copper,L1,Top*%
%FSLAX46Y46*%
%MOMM*%
%AMOUTLINE*4,1,3,0,0,$1,0,0,$1,0,0,45*%
%AMROUND*1,1,$1x2,0,0*21,1,$1x2+$2,$1,0,0,0*%
%ADD10C,0.250000*%
%ADD11R,1.500000X1.000000*%
%ADD12O,2.000000X1.000000*%
%ADD13ROUND,0.300000X0.500000*%
%ADD14P,1.2X6X30*%
%ADD15C,1.000000X0.400000*%
%ADD16OUTLINE,1.5*%
G04 a remark*
G01*
D10*
X0Y0D02*
X10000000Y0D01*
G75*
G03*
X20000000Y10000000I0J10000000D01*
G01*
D11*
X5000000Y5000000D03*
D12*
X7000000Y5000000D03*
D13*
X9000000Y5000000D03*
D14*
X11000000Y5000000D03*
D15*
X13000000Y5000000D03*
D16*
X15000000Y5000000D03*
G36*
X0Y20000000D02*
X30000000Y20000000D01*
X30000000Y25000000D01*
X0Y25000000D01*
X0Y20000000D01*
G37*
%LPC*%
D11*
X15000000Y22000000D03*
%LPD*%
M02*
`;

export const outline = `%FSLAX24Y24*%
%MOIN*%
%ADD10C,0.004*%
D10*
X0Y0D02*
X20000Y0D01*
X20000Y10000D01*
X0Y10000D01*
X0Y0D01*
M02*
`;

export const drill = `M48
METRIC
T1C0.800
T2C3.200
%
G05
T1
X5.0Y5.0
X7.0Y5.0
T2
X10.0Y12.5
X5.0Y20.0G85X8.0Y20.0
M30
`;
