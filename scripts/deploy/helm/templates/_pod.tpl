{{- /* The environment of a process; opsPort is left out where it has none. */ -}}
{{- define "shop.environment" -}}
- { name: NODE_ENV, value: production }
{{- with .port }}
- { name: PORT, value: {{ . | quote }} }
{{- end }}
{{- with .opsPort }}
- { name: OPS_PORT, value: {{ . | quote }} }
- { name: OPS_HOST, value: "0.0.0.0" }
{{- end }}
{{- range $name, $value := .root.Values.config }}
{{- /* Numbers come as floats, which would be written as 5.24288e+08. */}}
{{- $isWhole := and (kindIs "float64" $value) (eq (floor $value) $value) }}
{{- $text := ternary (toString (int64 $value)) (toString $value) $isWhole }}
{{- if $text }}
- { name: {{ $name }}, value: {{ $text | quote }} }
{{- end }}
{{- end }}
{{- range .root.Values.secretKeys }}
- { name: {{ . }}, valueFrom: { secretKeyRef: { name: {{ $.root.Values.existingSecret }}, key: {{ . }} } } }
{{- end }}
{{- end -}}

{{- /* What a process of the image may not do, whichever it is. */ -}}
{{- define "shop.confinement" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end -}}

{{- /* What every pod has, beside its containers. */ -}}
{{- define "shop.podOptions" -}}
automountServiceAccountToken: false
serviceAccountName: {{ .Values.serviceAccountName }}
securityContext:
  runAsNonRoot: true
  # "node" of the image.
  runAsUser: 1000
  runAsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.image.pullSecrets }}
imagePullSecrets: {{ range . }}
  - name: {{ . }}
{{- end }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "shop.podMetadata" -}}
labels: {{ include "shop.labels" . | nindent 2 }}
{{- with .root.Values.podLabels }}
{{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.podAnnotations }}
annotations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- /* Node's flags are those of the Procfile. */ -}}
{{- define "shop.command" -}}
command: [node, --enable-source-maps, --min-semi-space-size=16, {{ .program }}{{ with .queues }}, {{ printf "--queues=%s" (join "," .) | quote }}{{ end }}]
{{- end -}}
