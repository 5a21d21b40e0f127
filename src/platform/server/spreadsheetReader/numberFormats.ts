/** The formats that have a number instead of a code in XLSX files (ECMA-376, part 1, 18.8.30). */

export const GENERAL = 'General';

const DATE = 'm/d/yyyy';

/** With those of East Asian programs, whose codes depend on the language: only what they show matters. */
export const BUILT_IN_FORMATS: Partial<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '$#,##0_);($#,##0)',
  6: '$#,##0_);[Red]($#,##0)',
  7: '$#,##0.00_);($#,##0.00)',
  8: '$#,##0.00_);[Red]($#,##0.00)',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: DATE,
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yyyy h:mm',
  ...Object.fromEntries([27, 28, 29, 30, 31, 34, 35, 36].map((id) => [id, DATE])),
  32: 'h:mm',
  33: 'h:mm:ss',
  37: '#,##0_);(#,##0)',
  38: '#,##0_);[Red](#,##0)',
  39: '#,##0.00_);(#,##0.00)',
  40: '#,##0.00_);[Red](#,##0.00)',
  41: '#,##0_);(#,##0);"-"_);@_)',
  42: '$#,##0_);($#,##0);$"-"_);@_)',
  43: '#,##0.00_);(#,##0.00);"-"_);@_)',
  44: '$#,##0.00_);($#,##0.00);$"-"_);@_)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
  ...Object.fromEntries([50, 51, 52, 53, 54, 55, 56, 57, 58].map((id) => [id, DATE])),
};
